import { type RunEvent, runSettings } from '@assay/runner'

/** Notices that a resumed run asks otherwise than it began, so that all of it is paid for again. */
export type ResumedCalls = {
  readonly onEvent: (event: RunEvent) => void
  /** The run is over: of a short one nothing could be said before. */
  readonly end: () => void
}

type Resumed = { readonly id: string; readonly replies: number }

/** `concurrency`: so many calls may have been in flight when the run ended, and are rightly made again. */
export function createResumedCalls(
  { id, replies }: Resumed,
  {
    concurrency = runSettings.concurrency.default,
    say,
  }: { readonly concurrency: number | undefined; readonly say: (message: string) => void },
): ResumedCalls {
  let calls = 0
  let isTold = replies === 0
  function tell(more: string): void {
    if (isTold) return
    isTold = true
    const kept = replies === 1 ? 'The one reply' : `None of the ${replies} replies`
    say(
      `warning: ${kept} that the run ${id} was left with ${replies === 1 ? 'is not' : 'is'} used: what is asked is not what it began with. Is it another judge, address, option or data?${more}`,
    )
  }
  return {
    onEvent(event) {
      if (event.type === 'cached-reply' && event.from === 'journal') isTold = true
      if (event.type !== 'call-started') return
      calls += 1
      if (calls > concurrency) tell(' Ctrl-C stops it.')
    },
    end() {
      if (calls > 0) tell('')
    },
  }
}

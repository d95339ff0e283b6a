import { type RunEvent, runSettings } from '@assay/runner'

/** Detects that a resumed run makes other calls than before, so that all of them are charged again. */
export type ResumedCalls = {
  readonly onEvent: (event: RunEvent) => void
  /** The run is over: a short one has given no warning before. */
  readonly end: () => void
}

type Resumed = { readonly id: string; readonly replies: number }

/** `concurrency`: this many calls may have been in flight when the run ended, and are correctly repeated. */
export function createResumedCalls(
  { id, replies }: Resumed,
  {
    concurrency = runSettings.concurrency.default,
    say,
  }: { readonly concurrency: number | undefined; readonly say: (message: string) => void },
): ResumedCalls {
  let calls = 0
  let isTold = replies === 0
  function warn(more: string): void {
    if (isTold) return
    isTold = true
    const found = replies === 1 ? 'The one reply' : `None of the ${replies} replies`
    say(
      `warning: ${found} that the run ${id} was left with ${replies === 1 ? 'is not' : 'is'} used: its calls differ from those it began with. Is it another judge, address, option or data?${more}`,
    )
  }
  return {
    onEvent(event) {
      if (event.type === 'cached-reply' && event.from === 'journal') isTold = true
      if (event.type !== 'call-started') return
      calls += 1
      if (calls > concurrency) warn(' Ctrl-C stops it.')
    },
    end() {
      if (calls > 0) warn('')
    },
  }
}

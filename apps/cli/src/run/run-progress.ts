import { systemClock } from '@assay/core'
import { progressLine } from '@assay/reporters'
import { createProgress, type EvaluatedRow, type RunEvent, startProgress } from '@assay/runner'

/** The progress line of a run, on standard error. */
export type RunProgress = {
  readonly onEvent: (event: RunEvent) => void
  readonly rows: (rows: readonly EvaluatedRow[], unscored: number) => void
  readonly start: (load: () => { readonly inFlight: number; readonly limit: number | null }) => void
  readonly stop: () => void
}

export function createRunProgress({ quiet, total }: { quiet: boolean; total: number | undefined }): RunProgress {
  const progress = createProgress({ clock: systemClock, ...(total === undefined ? {} : { total }) })
  let stop: (() => void) | undefined
  return {
    onEvent(event) {
      switch (event.type) {
        case 'call-started':
          progress.callStarted()
          return
        case 'call-ended':
          progress.used(event.usage, event)
          return
        case 'retry':
          progress.retried()
          return
        case 'cached-reply':
          progress.answeredFromStore()
          if (event.from === 'journal') progress.used(event.usage, event)
          return
        default:
      }
    },
    rows: (rows, unscored) => progress.rowsFinished(rows.length, unscored),
    start(load) {
      const { stderr } = process
      const running = startProgress({
        stream: stderr,
        isTTY: stderr.isTTY,
        columns: () => stderr.columns,
        snapshot() {
          progress.setLoad(load())
          return progress.snapshot()
        },
        render: progressLine,
        quiet,
      })
      stop = () => running.stop()
    },
    stop: () => stop?.(),
  }
}

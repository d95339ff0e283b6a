import { say } from '../cli/say.ts'

const EVERY_MS = 10_000

export type SaidProgress = {
  readonly onPair: (id: string, compared: number, of: number) => void
  readonly stop: () => void
}

/** Prints the progress of a similarity every ten seconds, also while it waits for a server. */
export function saidProgress(): SaidProgress {
  // Formatted only when printed: the time of a comparison is measured.
  let [similarity, done, all] = ['', 0, 0]
  const timer = setInterval(() => {
    if (similarity !== '') say(`${similarity}: ${done} of ${all} pairs`)
  }, EVERY_MS)
  timer.unref()
  return {
    onPair(id, compared, of) {
      similarity = id
      done = compared
      all = of
    },
    stop: () => clearInterval(timer),
  }
}

import { say } from '../cli/say.ts'

const EVERY_MS = 10_000

export type SaidProgress = {
  readonly onPair: (id: string, compared: number, of: number) => void
  readonly stop: () => void
}

/** Says every ten seconds how far a measure is that waits for somebody: also where nobody answers. */
export function saidProgress(): SaidProgress {
  // Kept apart, and put into words only when they are said: the time of a comparison is measured.
  let [measure, done, all] = ['', 0, 0]
  const timer = setInterval(() => {
    if (measure !== '') say(`${measure}: ${done} of ${all} pairs`)
  }, EVERY_MS)
  timer.unref()
  return {
    onPair(id, compared, of) {
      measure = id
      done = compared
      all = of
    },
    stop: () => clearInterval(timer),
  }
}

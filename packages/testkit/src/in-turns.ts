/**
 * Waits for `work` while time passes with the turns of the event loop, and not by the clock of the machine: what a busy machine is slow at
 * takes no longer, and waits take no time. For clients and servers in one process, under the fake timers of a test runner:
 *
 * ```ts
 * vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
 * const reply = await inTurns(ask(), (ms) => vi.advanceTimersByTime(ms))
 * ```
 *
 * What is loaded from files, or takes long for other reasons, takes many turns: load it before.
 * @param advance Lets the fake timers go on by so many milliseconds.
 * @param msPerTurn A request over loopback and its answer take some ten turns.
 */
export async function inTurns<T>(work: Promise<T>, advance: (ms: number) => unknown, msPerTurn = 1): Promise<T> {
  const progress = { isDone: false }
  const done = (): void => {
    progress.isDone = true
  }
  work.then(done, done)
  while (!progress.isDone) {
    advance(msPerTurn)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  return work
}

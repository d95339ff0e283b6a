/** Things that are written together: all that were given while the transaction before was under way. */
export type GroupCommit<T> = {
  /** Resolves once it is written; rejects if it cannot be. */
  readonly add: (item: T) => Promise<void>
  /** Resolves once nothing is pending. */
  readonly settled: () => Promise<void>
}

const MOST = 250

/** No two items of one transaction have the same name: the later one waits for the next. */
export function createGroupCommit<T>(write: (items: readonly T[]) => Promise<void>, nameOf: (item: T) => string): GroupCommit<T> {
  type Waiting = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let work: Promise<void> | undefined

  function nextBatch(): Waiting[] {
    const batch = new Map<string, Waiting>()
    const left: Waiting[] = []
    for (const each of waiting) {
      const name = nameOf(each.item)
      if (batch.size === MOST || batch.has(name)) left.push(each)
      else batch.set(name, each)
    }
    waiting = left
    // In one order in all processes: so no two wait for each other.
    return [...batch].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise(setImmediate)
      const batch = nextBatch()
      try {
        await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    work = undefined
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        work ??= drain()
      }),
    settled: async () => {
      await work
    },
  }
}

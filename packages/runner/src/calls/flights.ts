import { AssayError, noUsage, withUsage } from '@assay/core'

/** Work in flight, by key: a caller with the same key waits for the same answer. */
export type Flights<T> = {
  /** The answer, and whether this caller started the work. A failure fails all callers; the one that started it is charged. */
  readonly join: (name: string, work: () => Promise<T>) => Promise<{ readonly value: T; readonly isOwn: boolean }>
}

export function createFlights<T>(): Flights<T> {
  const flying = new Map<string, Promise<T>>()
  return {
    async join(name, work) {
      const under = flying.get(name)
      if (under !== undefined) return { value: await under.catch(unpaid), isOwn: false }
      const own = work()
      flying.set(name, own)
      try {
        return { value: await own, isOwn: true }
      } finally {
        flying.delete(name)
      }
    },
  }
}

function unpaid(error: unknown): never {
  throw AssayError.is(error) ? withUsage(error, noUsage) : error
}

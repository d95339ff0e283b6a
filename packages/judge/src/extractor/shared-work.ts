/** Work that several askers want once: answered from memory, or joined while it runs. */
export type SharedWork<T> = (scope: object, key: string, work: () => Promise<T>) => Promise<T>

/**
 * Keeps the last `size` results of each scope for as long as the scope lives. Only success is kept: an asker that joined work which
 * then failed does its own, so that nobody inherits another's abort, and every failure is the failure of the asker's own calls.
 */
export function createSharedWork<T>(size: number): SharedWork<T> {
  const scopes = new WeakMap<object, Map<string, Promise<T>>>()
  return async (scope, key, work) => {
    const held = scopes.get(scope) ?? new Map<string, Promise<T>>()
    scopes.set(scope, held)
    for (let known = held.get(key); known !== undefined; known = held.get(key)) {
      try {
        const value = await known
        keep(held, key, known, size)
        return value
      } catch {
        if (held.get(key) === known) held.delete(key)
      }
    }
    const own = work()
    keep(held, key, own, size)
    try {
      return await own
    } catch (error) {
      if (held.get(key) === own) held.delete(key)
      throw error
    }
  }
}

/** Moves an entry to the end of the map, and drops the one that was longest unused. */
function keep<T>(held: Map<string, Promise<T>>, key: string, value: Promise<T>, size: number): void {
  held.delete(key)
  held.set(key, value)
  if (held.size <= size) return
  for (const oldest of held.keys()) {
    held.delete(oldest)
    return
  }
}

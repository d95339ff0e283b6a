/** Work that several callers need once: its result is cached, or awaited while it runs. */
export type SharedWork<T> = (scope: object, key: string, work: () => Promise<T>) => Promise<T>

/**
 * Stores the last `size` results of each scope for as long as the scope exists. Only success is stored: a caller that waited for work
 * which then failed does its own, so that it does not get another caller's abort, and every failure belongs to the caller's own calls.
 */
export function createSharedWork<T>(size: number): SharedWork<T> {
  const scopes = new WeakMap<object, Map<string, Promise<T>>>()
  return async (scope, key, work) => {
    const held = scopes.get(scope) ?? new Map<string, Promise<T>>()
    scopes.set(scope, held)
    for (let known = held.get(key); known !== undefined; known = held.get(key)) {
      try {
        const value = await known
        store(held, key, known, size)
        return value
      } catch {
        if (held.get(key) === known) held.delete(key)
      }
    }
    const own = work()
    store(held, key, own, size)
    try {
      return await own
    } catch (error) {
      if (held.get(key) === own) held.delete(key)
      throw error
    }
  }
}

/** Moves an entry to the end of the map, and drops the least recently used one. */
function store<T>(held: Map<string, Promise<T>>, key: string, value: Promise<T>, size: number): void {
  held.delete(key)
  held.set(key, value)
  if (held.size <= size) return
  for (const oldest of held.keys()) {
    held.delete(oldest)
    return
  }
}

/** Notifies waiting items that their signal has fired, with one listener per signal for all items that share it. */
export type AbortWatch<T> = {
  /** @returns a function that ends the watch. The last watch of a signal removes the listener. */
  readonly watch: (signal: AbortSignal, item: T) => () => void
}

export function createAbortWatch<T>(onAbort: (items: Iterable<T>, signal: AbortSignal) => void): AbortWatch<T> {
  const watched = new Map<AbortSignal, { readonly items: Set<T>; readonly unlisten: () => void }>()

  function listen(signal: AbortSignal): { readonly items: Set<T>; readonly unlisten: () => void } {
    const items = new Set<T>()
    const listener = (): void => {
      watched.delete(signal)
      onAbort(items, signal)
    }
    signal.addEventListener('abort', listener, { once: true })
    const entry = { items, unlisten: () => signal.removeEventListener('abort', listener) }
    watched.set(signal, entry)
    return entry
  }

  return {
    watch(signal, item) {
      const { items, unlisten } = watched.get(signal) ?? listen(signal)
      items.add(item)
      return () => {
        items.delete(item)
        if (items.size > 0) return
        watched.delete(signal)
        unlisten()
      }
    },
  }
}

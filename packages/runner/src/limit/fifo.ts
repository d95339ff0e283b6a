/** A first-in, first-out list that can also remove an item from its middle, both in constant time. */
export type Fifo<T> = {
  /** @returns a function that removes the item, and returns whether it was still in the list. */
  readonly push: (value: T) => () => boolean
  readonly head: () => T | undefined
  readonly shift: () => T | undefined
  readonly isEmpty: () => boolean
}

type Link<T> = { readonly value: T; before: Link<T> | undefined; after: Link<T> | undefined; isHeld: boolean }

export function createFifo<T>(): Fifo<T> {
  let first: Link<T> | undefined
  let last: Link<T> | undefined

  function unlink(link: Link<T>): boolean {
    if (!link.isHeld) return false
    link.isHeld = false
    if (link.before === undefined) first = link.after
    else link.before.after = link.after
    if (link.after === undefined) last = link.before
    else link.after.before = link.before
    return true
  }

  return {
    push(value) {
      const link: Link<T> = { value, before: last, after: undefined, isHeld: true }
      if (last === undefined) first = link
      else last.after = link
      last = link
      return () => unlink(link)
    },
    head: () => first?.value,
    shift() {
      const link = first
      if (link !== undefined) unlink(link)
      return link?.value
    },
    isEmpty: () => first === undefined,
  }
}

export type Finder = (from: number) => number

/** Finds the next position of a character, for ascending offsets: a result is cached until it is passed. Infinity after the last. */
export function finder(text: string, char: string): Finder {
  let next = -1
  return (from) => {
    if (next < from) {
      next = text.indexOf(char, from)
      if (next === -1) next = Number.POSITIVE_INFINITY
    }
    return next
  }
}

/** How a chunk is made of a passage. */
export type Change = 'shifted' | 'half' | 'joined' | 'noise'

export const CHANGES: readonly Change[] = ['shifted', 'half', 'joined', 'noise']

/** Changes a passage as another chunker or a careless export would. `neighbour` is the next passage; `random` gives numbers in [0, 1). */
export function rechunk(passage: string, neighbour: string, change: Change, random: () => number): string {
  return MAKERS[change](passage, neighbour, random).trim()
}

/** The share of words in capitals, and of spaces replaced by a line break with an indent. */
const SHARE_CHANGED = 0.1

const MAKERS: Readonly<Record<Change, (passage: string, neighbour: string, random: () => number) => string>> = {
  /** The window moves on by a quarter of its length. */
  shifted(passage, neighbour) {
    const begin = wordStart(passage, passage.length / 4)
    return `${passage.slice(begin)} ${neighbour.slice(0, wordStart(neighbour, begin))}`
  },
  half(passage, _neighbour, random) {
    const middle = wordStart(passage, passage.length / 2)
    return random() < 0.5 ? passage.slice(0, middle) : passage.slice(middle)
  },
  joined: (passage, neighbour, random) => (random() < 0.5 ? [passage, neighbour] : [neighbour, passage]).join('\n\n'),
  noise: (passage, _neighbour, random) =>
    passage
      .split(' ')
      .map((word) => (random() < SHARE_CHANGED ? word.toUpperCase() : word) + (random() < SHARE_CHANGED ? '\n  ' : ' '))
      .join(''),
}

/** The start of the next word after `from`, or the end of the text. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', Math.floor(from))
  return space === -1 ? text.length : space + 1
}

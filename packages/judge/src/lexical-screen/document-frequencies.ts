/** How rare a stem is among the sentences of the training contexts, as a natural logarithm; largest for stems not held. */
export type InverseDocumentFrequency = ((stem: string) => number) & {
  /** Whether the training contexts held the stem often enough to be kept. */
  readonly knows: (stem: string) => boolean
}

/** In how many of `sentences` a stem stands, kept where that is at least `least`. As stored: stems by frequency, space-separated. */
export type DocumentFrequencies = {
  readonly sentences: number
  readonly least: number
  readonly stems: Readonly<Record<string, string>>
}

/** A lookup by stem. */
export function inverseDocumentFrequency({ sentences, least, stems }: DocumentFrequencies): InverseDocumentFrequency {
  const values = new Map<string, number>()
  for (const [frequency, list] of Object.entries(stems)) {
    const value = Math.log(sentences / Number(frequency))
    for (const stem of list.split(' ')) values.set(stem, value)
  }
  const largest = Math.log(sentences / Math.max(1, least - 1))
  return Object.assign((stem: string) => values.get(stem) ?? largest, { knows: (stem: string) => values.has(stem) })
}

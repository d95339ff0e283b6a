/** The rarity of a stem among the sentences of the training contexts, as a natural logarithm; largest for unknown stems. */
export type InverseDocumentFrequency = ((stem: string) => number) & {
  /** Whether the stem was frequent enough in the training contexts to be stored. */
  readonly knows: (stem: string) => boolean
}

/** In how many of `sentences` a stem occurs, stored from `least` on. Stored form: stems by frequency, space-separated. */
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

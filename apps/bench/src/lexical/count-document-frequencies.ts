import { type DocumentFrequencies, wordForms } from '@assay/judge/lexical-screen'
import { normalizeNfc, splitSentences, wordTokens } from '@assay/text'
import type { LabelledSource } from './dev-sources.ts'

/** Below this a stem is left out of the table: it weighs almost what an unknown one does. */
const LEAST = 3

/** In how many sentences of the sources' contexts each stem stands. A context that several rows share counts once. */
export function countDocumentFrequencies(sources: readonly Pick<LabelledSource, 'rows'>[]): DocumentFrequencies {
  const counts = new Map<string, number>()
  let sentences = 0
  for (const { rows } of sources) {
    for (const context of new Set(rows.flatMap((row) => row.contexts))) {
      for (const sentence of splitSentences(context)) {
        sentences += 1
        const stems = new Set(wordTokens(normalizeNfc(sentence.text)).map((word) => stemOf(word)))
        for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
      }
    }
  }
  const byCount = new Map<number, string[]>()
  for (const [stem, count] of counts) {
    if (count < LEAST) continue
    const stems = byCount.get(count)
    if (stems === undefined) byCount.set(count, [stem])
    else stems.push(stem)
  }
  const ascending = [...byCount].sort(([a], [b]) => a - b)
  return { sentences, least: LEAST, stems: Object.fromEntries(ascending.map(([count, stems]) => [String(count), stems.sort().join(' ')])) }
}

const stemsOfWords = new Map<string, string>()

/** Training meets the same words again and again. */
function stemOf(word: string): string {
  let stem = stemsOfWords.get(word)
  if (stem === undefined) stemsOfWords.set(word, (stem = wordForms(word).stem))
  return stem
}

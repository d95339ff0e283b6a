import { type DocumentFrequencies, wordForms } from '@assay/judge/lexical-screen'
import { normalizeNfc, splitSentences, wordTokens } from '@assay/text'
import type { LabelledRow } from './labelled-row.ts'

/** How many sentences of a source contain each stem. */
export type StemCounts = { readonly sentences: number; readonly counts: ReadonlyMap<string, number> }

/** Rarer stems are left out of the table: their weight is almost that of an unknown stem. */
const LEAST = 3

/** Stem counts over the contexts of one source. A context that several rows share counts once. */
export function countStems(rows: readonly LabelledRow[]): StemCounts {
  const counts = new Map<string, number>()
  const stemOfWord = new Map<string, string>()
  const stemOf = (word: string): string => {
    const stem = stemOfWord.get(word) ?? wordForms(word).stem
    stemOfWord.set(word, stem)
    return stem
  }
  let sentences = 0
  for (const context of new Set(rows.flatMap((row) => row.contexts))) {
    for (const sentence of splitSentences(context)) {
      sentences += 1
      const stems = new Set(wordTokens(normalizeNfc(sentence.text)).map(stemOf))
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    }
  }
  return { sentences, counts }
}

/** The table over several sources. Stems of equal frequency are in alphabetical order. */
export function documentFrequencies(sources: readonly StemCounts[]): DocumentFrequencies {
  const counts = new Map<string, number>()
  for (const source of sources) for (const [stem, count] of source.counts) counts.set(stem, (counts.get(stem) ?? 0) + count)
  const byCount = new Map<number, string[]>()
  for (const [stem, count] of counts) {
    if (count < LEAST) continue
    const stems = byCount.get(count)
    if (stems === undefined) byCount.set(count, [stem])
    else stems.push(stem)
  }
  const ascending = [...byCount].sort(([a], [b]) => a - b)
  return {
    sentences: sources.reduce((sum, source) => sum + source.sentences, 0),
    least: LEAST,
    stems: Object.fromEntries(ascending.map(([count, stems]) => [String(count), stems.sort().join(' ')])),
  }
}

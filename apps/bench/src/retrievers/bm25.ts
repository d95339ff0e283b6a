import { wordTokens } from '@assay/text'

export type Indexed = { readonly id: string; readonly text: string }

const K1 = 1.2
const B = 0.75

/** Searches passages by BM25 (Robertson and Zaragoza, 2009) with k1 = 1.2 and b = 0.75. Gives the best `top`; equals stay in their order. */
export function bm25<P extends Indexed>(passages: readonly P[]): (query: string, top: number) => P[] {
  const counts = passages.map(({ text }) => countsOf(wordTokens(text)))
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / passages.length
  const holding = new Map<string, number>()
  for (const words of counts) for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
  return (query, top) => {
    const queryWords = [...new Set(wordTokens(query))]
    const scores = counts.map((words, at) => {
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / mean)
      return queryWords.reduce((sum, word) => {
        const [count, documents] = [words.get(word) ?? 0, holding.get(word) ?? 0]
        const rarity = Math.log(1 + (passages.length - documents + 0.5) / (documents + 0.5))
        return sum + (rarity * count * (K1 + 1)) / (count + norm)
      }, 0)
    })
    const order = passages.map((passage, at) => ({ passage, score: scores[at] ?? 0 })).toSorted((a, b) => b.score - a.score)
    return order.slice(0, top).map(({ passage }) => passage)
  }
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

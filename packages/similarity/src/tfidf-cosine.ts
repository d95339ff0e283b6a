import { normalizeNfc, segmentedWords, wordTokens } from '@assay/text'
import { defineSimilarity } from './define-similarity.ts'
import type { Prepare, PreparedSimilarity } from './prepared-similarity.ts'
import type { TokenSimilarity } from './token-similarity.ts'

/**
 * The cosine of the two texts' word counts, each word weighted by ln((1 + N) / (1 + n)) + 1, where n of the N different texts of the
 * row contain it: words that all contexts of a question share weigh little. The row is the reference and retrieved contexts that a
 * metric prepares, so another retrieved context can change the similarity of the others. Without a row, the two texts are the row. In [0, 1], symmetric, 1 for the same counts. Source: Salton and Buckley, "Term-weighting approaches in automatic text
 * retrieval", Information Processing & Management 24 (1988), with the smoothed idf of scikit-learn.
 */
export const tfidfCosine: TokenSimilarity<PreparedSimilarity> = Object.assign(cosineOver('tfidf-cosine', wordTokens), {
  words: cosineOver('tfidf-cosine-words', segmentedWords),
})

/** Weights of the words of one text, in the order of the words, so that equal counts give equal sums. */
type Weights = { readonly of: ReadonlyMap<string, number>; readonly squares: number }

function cosineOver(id: string, tokensOf: (text: string) => string[]): PreparedSimilarity {
  const prepared = (texts: readonly string[]): ((a: string, b: string) => number) => {
    const counted = new Map([...new Set(texts)].map((text) => [text, countsOf(tokensOf(text))]))
    const holding = new Map<string, number>()
    for (const counts of counted.values()) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
    const weigh = (counts: ReadonlyMap<string, number>): Weights => weightsOf(counts, holding, counted.size)
    const known = new Map(Array.from(counted, ([text, counts]) => [text, weigh(counts)]))
    const of = (text: string): Weights => known.get(text) ?? weigh(countsOf(tokensOf(text)))
    return (a, b) => (a === b ? 1 : cosine(of(a), of(b)))
  }
  const compare = (a: string, b: string): number => prepared([a, b])(a, b)
  const prepareRaw: Prepare = async (texts) => prepared(texts)
  const prepare: Prepare = async (texts) => {
    const similarity = prepared(texts.map(normalizeNfc))
    return (a, b) => similarity(normalizeNfc(a), normalizeNfc(b))
  }
  const similarity = defineSimilarity({ id, version: '1', compare })
  return Object.assign(similarity, { prepare, raw: Object.assign(similarity.raw, { prepare: prepareRaw }) })
}

function countsOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens.toSorted()) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

function weightsOf(counts: ReadonlyMap<string, number>, holding: ReadonlyMap<string, number>, texts: number): Weights {
  const of = new Map<string, number>()
  let squares = 0
  for (const [word, count] of counts) {
    const weight = count * (Math.log((1 + texts) / (1 + (holding.get(word) ?? 0))) + 1)
    of.set(word, weight)
    squares += weight * weight
  }
  return { of, squares }
}

function cosine(a: Weights, b: Weights): number {
  if (a.squares === 0 || b.squares === 0) return 0
  let product = 0
  for (const [word, weight] of a.of) product += weight * (b.of.get(word) ?? 0)
  return Math.min(1, product / Math.sqrt(a.squares * b.squares))
}

import { tokenSimilarity, type TokenSimilarity } from './token-similarity.ts'

/**
 * BLEU of one retrieved text against one reference: brevity penalty · geometric mean of the clipped precisions of word n-grams, n = 1 …
 * 4. Smoothing: the k-th order without a match counts 1 / 2ᵏ of a match (NIST's, method 3 of Chen and Cherry, "A systematic comparison
 * of smoothing techniques for sentence-level BLEU", WMT 2014). Orders longer than the retrieved text are left out; no word in common
 * gives 0. Not symmetric: it tells how much of the retrieved text is in the reference. Source: Papineni, Roukos, Ward and Zhu,
 * "BLEU: a method for automatic evaluation of machine translation", ACL 2002. Tokens are lower-cased words, without punctuation.
 */
export const bleu: TokenSimilarity = tokenSimilarity({ id: 'bleu', version: '1', compare })

const LONGEST = 4

function compare(reference: readonly string[], retrieved: readonly string[]): number {
  const ids = new Map<string, number>()
  const words = { reference: numbered(reference, ids), retrieved: numbered(retrieved, ids) }
  let grams = words
  let logarithms = 0
  let orders = 0
  let withoutMatch = 0
  let matches = 0
  for (let order = 1; order <= LONGEST && retrieved.length >= order; order += 1) {
    if (order > 1) {
      const known = new Map<number, number>()
      grams = {
        reference: longer(grams.reference, words.reference, { order, words: ids.size, known }),
        retrieved: longer(grams.retrieved, words.retrieved, { order, words: ids.size, known }),
      }
    }
    const clipped = shared(grams.reference, grams.retrieved)
    matches += clipped
    if (clipped === 0) withoutMatch += 1
    orders += 1
    logarithms += Math.log((clipped === 0 ? 2 ** -withoutMatch : clipped) / grams.retrieved.length)
  }
  if (matches === 0) return 0
  const penalty = retrieved.length < reference.length ? Math.exp(1 - reference.length / retrieved.length) : 1
  return penalty * Math.exp(logarithms / orders)
}

function numbered<T>(items: readonly T[], known: Map<T, number>): number[] {
  return items.map((item) => {
    const id = known.get(item) ?? known.size
    known.set(item, id)
    return id
  })
}

/** An n-gram is the (n−1)-gram before its last word, and that word. */
function longer(
  shorter: readonly number[],
  words: readonly number[],
  o: { readonly order: number; readonly words: number; readonly known: Map<number, number> },
): number[] {
  const keys = words.slice(o.order - 1).map((word, at) => (shorter[at] ?? 0) * o.words + word)
  return numbered(keys, o.known)
}

function shared(a: readonly number[], b: readonly number[]): number {
  const left = new Map<number, number>()
  for (const gram of a) left.set(gram, (left.get(gram) ?? 0) + 1)
  let count = 0
  for (const gram of b) {
    const free = left.get(gram) ?? 0
    if (free === 0) continue
    left.set(gram, free - 1)
    count += 1
  }
  return count
}

import type { ChunkPair } from './make-chunk-pairs.ts'
import { CHANGES } from './rechunk.ts'

export type ScoredPair = Pick<ChunkPair, 'kind'> & { readonly similarity: number }

export type Shares = {
  /** Of the pairs of each kind, how many are said to be what they are: found for chunks of the passage, not found for others. */
  readonly right: ReadonlyMap<ChunkPair['kind'], number>
  /** The mean of the share right among `other`, and of the mean share right over the changes. */
  readonly balanced: number
}

export function sharesAt(pairs: readonly ScoredPair[], threshold: number): Shares {
  const right = new Map<ChunkPair['kind'], number>()
  for (const kind of [...CHANGES, 'other'] as const) {
    const of = pairs.filter((pair) => pair.kind === kind)
    const hits = of.filter(({ similarity }) => similarity >= threshold === (kind !== 'other')).length
    right.set(kind, of.length === 0 ? Number.NaN : hits / of.length)
  }
  const found = CHANGES.reduce((sum, change) => sum + (right.get(change) ?? 0), 0) / CHANGES.length
  return { right, balanced: (found + (right.get('other') ?? 0)) / 2 }
}

/** The threshold, in hundredths, with the best balanced accuracy; of equals the middle of their longest run. */
export function chooseThreshold(pairs: readonly ScoredPair[]): number {
  const candidates = Array.from({ length: 100 }, (_, at) => (at + 1) / 100)
  const accuracies = candidates.map((threshold) => sharesAt(pairs, threshold).balanced)
  const best = Math.max(...accuracies)
  let longest = { start: 0, length: 0 }
  for (let at = 0; at < accuracies.length; at += 1) {
    let length = 0
    while (accuracies[at + length] === best) length += 1
    if (length > longest.length) longest = { start: at, length }
    at += length
  }
  return candidates[longest.start + Math.floor((longest.length - 1) / 2)] ?? Number.NaN
}

import { directRuntime, type SimilarityFn } from '@assay/core'
import { rocAuc } from '@assay/stats'
import { chooseThreshold, type ScoredPair, type Shares, sharesAt } from './choose-threshold.ts'
import type { ChunkPair } from './make-chunk-pairs.ts'

export type MeasureReport = {
  readonly auc: number | null
  /** Chosen on one half of the questions; all else is said of the other half. */
  readonly threshold: number
  readonly shares: Shares
  readonly sharesAt: (threshold: number) => Shares
  /** From the 5th to the 95th percentile. */
  readonly ofOthers: readonly [number, number]
  readonly ofChunks: readonly [number, number]
  /** CPU time of one comparison. */
  readonly pairMicroseconds: number
}

/** What a measure makes of labelled pairs. Odd and even questions are the halves, in the order of their first pairs. */
export async function measurePairs(similarity: SimilarityFn, pairs: readonly ChunkPair[]): Promise<MeasureReport> {
  const places = new Map([...new Set(pairs.map(({ question }) => question))].map((question, place) => [question, place]))
  const half = (rest: number): ChunkPair[] => pairs.filter(({ question }) => (places.get(question) ?? 0) % 2 === rest)
  const learned = await compareAll(similarity, half(0))
  const threshold = chooseThreshold(learned.scored)
  const { scored, pairMicroseconds } = await compareAll(similarity, half(1))
  const similarities = (isOther: boolean): number[] =>
    scored.filter(({ kind }) => (kind === 'other') === isOther).map((pair) => pair.similarity)
  return {
    auc: rocAuc(
      scored.map((pair) => pair.similarity),
      scored.map(({ kind }) => (kind === 'other' ? 0 : 1)),
    ),
    threshold,
    shares: sharesAt(scored, threshold),
    sharesAt: (other) => sharesAt(scored, other),
    ofOthers: spread(similarities(true)),
    ofChunks: spread(similarities(false)),
    pairMicroseconds,
  }
}

async function compareAll(
  similarity: SimilarityFn,
  pairs: readonly ChunkPair[],
): Promise<{ readonly scored: ScoredPair[]; readonly pairMicroseconds: number }> {
  const scored: ScoredPair[] = []
  const startedAt = process.cpuUsage()
  for (const { kind, reference, retrieved, row } of pairs) {
    const compare = similarity.prepare === undefined ? similarity : await similarity.prepare(row, directRuntime())
    scored.push({ kind, similarity: await compare(reference, retrieved) })
  }
  const { user, system } = process.cpuUsage(startedAt)
  return { scored, pairMicroseconds: (user + system) / pairs.length }
}

function spread(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return [at(0.05), at(0.95)]
}

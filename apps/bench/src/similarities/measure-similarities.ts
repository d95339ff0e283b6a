import { AssayError, directRuntime, type Runtime, type SimilarityFn } from '@assay/core'
import { levenshtein } from '@assay/similarity'
import { rocAuc } from '@assay/stats'
import { chooseThreshold, type ScoredPair, sharesAt } from './choose-threshold.ts'
import type { LabelledPair } from './labelled-pair.ts'

export type SimilarityReport = {
  readonly id: string
  /** All figures are of the second half of the groups, but the threshold, which is learned on the first. */
  readonly auc: number | null
  readonly threshold: number | null
  readonly balanced: number | null
  readonly right: Readonly<Record<string, number>>
  /** From the 5th to the 95th percentile, for both labels. */
  readonly alike: readonly [number, number] | null
  readonly others: readonly [number, number] | null
  /** CPU time of one comparison, as a multiple of that of levenshtein on the same pairs in the same run. */
  readonly timesLevenshtein: number | null
  readonly microseconds: number | null
  /** What kept it from being measured, as a server that is not there; then every figure is `null`. */
  readonly failure: { readonly cause: string; readonly reason: string } | null
}

export type NamedSimilarity = { readonly id: string; readonly similarity: SimilarityFn }

export type MeasureOptions = {
  /** A threshold in place of the one that is learned. */
  readonly at?: number | undefined
  /** CPU time spent so far, in µs. */
  readonly cpu?: () => number
  /** How models are asked for vectors. */
  readonly runtime?: Runtime
  /** Told before each pair how many of all are compared. */
  readonly onPair?: (id: string, compared: number, of: number) => void
}

/** What measures make of labelled pairs. Odd and even groups are the halves, in the order of their first pairs. One that fails leaves the others theirs. */
export async function measureSimilarities(
  measures: readonly NamedSimilarity[],
  pairs: readonly LabelledPair[],
  { at, cpu = cpuMicroseconds, runtime = directRuntime(), onPair }: MeasureOptions = {},
): Promise<SimilarityReport[]> {
  const places = new Map([...new Set(pairs.map(({ group }) => group))].map((group, place) => [group, place]))
  const half = (rest: number): LabelledPair[] => pairs.filter(({ group }) => (places.get(group) ?? 0) % 2 === rest)
  const [learn, report] = [half(0), half(1)]
  // Once before, so that no measure pays for a cold start.
  await compareAll(levenshtein, learn, { cpu, runtime })
  const unit = (await compareAll(levenshtein, report, { cpu, runtime })).microseconds
  const reports: SimilarityReport[] = []
  for (const { id, similarity } of measures) {
    try {
      reports.push({ id, ...(await measured(id, similarity)), failure: null })
    } catch (error) {
      if (!AssayError.is(error)) throw error
      reports.push({ id, ...UNKNOWN, failure: { cause: error.kind, reason: error.message } })
    }
  }
  return reports

  async function measured(id: string, similarity: SimilarityFn): Promise<Omit<SimilarityReport, 'id' | 'failure'>> {
    const learned = at === undefined ? learn.length : 0
    const told = (before: number) => (compared: number) => onPair?.(id, before + compared, learned + report.length)
    const threshold = at ?? chooseThreshold((await compareAll(similarity, learn, { cpu, runtime, onPair: told(0) })).scored)
    const { scored, microseconds } = await compareAll(similarity, report, { cpu, runtime, onPair: told(learned) })
    const shares = threshold === null ? { balanced: null, right: {} } : sharesAt(scored, threshold)
    const values = scored.map((pair) => pair.similarity)
    const labels = scored.map(({ label }) => label)
    const auc = rocAuc(values, labels)
    const [alike, others] = [spread(scored, 1), spread(scored, 0)]
    return { auc, threshold, ...shares, alike, others, timesLevenshtein: microseconds / unit, microseconds }
  }
}

const UNKNOWN = {
  auc: null,
  threshold: null,
  balanced: null,
  right: {},
  alike: null,
  others: null,
  timesLevenshtein: null,
  microseconds: null,
}

type Comparing = { readonly cpu: () => number; readonly runtime: Runtime; readonly onPair?: (compared: number) => void }

async function compareAll(
  similarity: SimilarityFn,
  pairs: readonly LabelledPair[],
  { cpu, runtime, onPair }: Comparing,
): Promise<{ readonly scored: ScoredPair[]; readonly microseconds: number }> {
  const scored: ScoredPair[] = []
  const startedAt = cpu()
  for (const { a, b, label, kind, row } of pairs) {
    onPair?.(scored.length)
    const compare = similarity.prepare === undefined ? similarity : await similarity.prepare(row, runtime)
    scored.push({ kind, label, similarity: await compare(a, b) })
  }
  return { scored, microseconds: (cpu() - startedAt) / pairs.length }
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function spread(scored: readonly ScoredPair[], label: 0 | 1): readonly [number, number] | null {
  const sorted = scored.flatMap((pair) => (pair.label === label ? [pair.similarity] : [])).toSorted((a, b) => a - b)
  const quantile = (share: number): number | undefined => sorted[Math.round(share * (sorted.length - 1))]
  const [low, high] = [quantile(0.05), quantile(0.95)]
  return low === undefined || high === undefined ? null : [low, high]
}

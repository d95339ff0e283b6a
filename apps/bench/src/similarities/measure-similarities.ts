import { AssayError, directRuntime, type Runtime, type SimilarityFn } from '@assay/core'
import { levenshtein } from '@assay/similarity'
import { rocAuc } from '@assay/stats'
import { chooseThreshold, type ScoredPair, sharesAt } from './choose-threshold.ts'
import type { LabelledPair } from './labelled-pair.ts'

export type SimilarityReport = {
  readonly id: string
  /** The threshold is learned on one half of the groups; all other figures are from the other half. */
  readonly auc: number | null
  readonly threshold: number | null
  readonly balanced: number | null
  readonly right: Readonly<Record<string, number>>
  /** The 5th and 95th percentile of the similarities of pairs with label 1 (`alike`) and 0 (`others`). */
  readonly alike: readonly [number, number] | null
  readonly others: readonly [number, number] | null
  /** CPU time of one comparison, relative to levenshtein on the same pairs in the same run. */
  readonly timesLevenshtein: number | null
  readonly microseconds: number | null
  /** Why it could not be measured, for example an unreachable server; every figure is `null` then. */
  readonly failure: { readonly cause: string; readonly reason: string } | null
}

export type NamedSimilarity = { readonly id: string; readonly similarity: SimilarityFn }

export type MeasureOptions = {
  /** Replaces the learned threshold. */
  readonly at?: number | undefined
  /** Gives the CPU time spent so far, in µs. */
  readonly cpu?: () => number
  /** Makes the calls to embedding models. */
  readonly runtime?: Runtime
  /** Called before each pair with the number of pairs compared so far. */
  readonly onPair?: (id: string, compared: number, of: number) => void
}

/** Measures similarities on labelled pairs. The halves are the odd and the even groups, in the order of their first pairs. If a similarity fails, the others go on. */
export async function measureSimilarities(
  similarities: readonly NamedSimilarity[],
  pairs: readonly LabelledPair[],
  { at, cpu = cpuMicroseconds, runtime = directRuntime(), onPair }: MeasureOptions = {},
): Promise<SimilarityReport[]> {
  const places = new Map([...new Set(pairs.map(({ group }) => group))].map((group, place) => [group, place]))
  const half = (rest: number): LabelledPair[] => pairs.filter(({ group }) => (places.get(group) ?? 0) % 2 === rest)
  const [learn, report] = [half(0), half(1)]
  // A warm-up, so that no similarity pays for a cold start.
  await compareAll(levenshtein, learn, { cpu, runtime })
  const unit = (await compareAll(levenshtein, report, { cpu, runtime })).microseconds
  const reports: SimilarityReport[] = []
  for (const { id, similarity } of similarities) {
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

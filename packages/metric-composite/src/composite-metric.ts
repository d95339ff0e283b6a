import {
  addUsage,
  type AnyMetric,
  fieldsRead,
  type Metric,
  type MetricConfig,
  noUsage,
  renderCompositeSignature,
  type Runtime,
  type Sample,
  type SampleField,
  type Score,
  scored,
  scoreRow,
  scoreRowNow,
  unscored,
  type UnscoredScore,
} from '@assay/core'
import { partsSummarizer } from './parts-summarizer.ts'

/** The score of one part of a composite. */
export type PartScore<Detail = unknown> = {
  /** The metric's name. */
  readonly name: string
  readonly score: Score<Detail>
}

/** The detail of every composite: the scores of its parts, in their order. */
export type PartsDetail<Detail = unknown> = { readonly parts: readonly PartScore<Detail>[] }

export type CompositeDefinition<Field extends SampleField, Detail extends PartsDetail> = {
  readonly name: string
  readonly parts: readonly AnyMetric[]
  readonly needs: readonly Field[]
  /** Comes before the versions of the parts. Changes whenever the same scores of the parts can give another score. */
  readonly version: string
  readonly signature: string
  readonly config: MetricConfig | null
  readonly score: (sample: Sample, runtime: Runtime | undefined) => Promise<Score<Detail>>
  /** The synchronous form; called only if all parts have one. */
  readonly scoreNow: (sample: Sample) => Score<Detail>
}

/** Makes a composite from its definition. */
export function compositeMetric<Field extends SampleField, Detail extends PartsDetail>(
  definition: CompositeDefinition<Field, Detail>,
): Metric<Field, Detail> {
  const { name, parts, needs, version, signature, config, score, scoreNow } = definition
  return {
    specificationVersion: 'v1',
    name,
    version: renderCompositeSignature(
      version,
      parts.map((part) => part.version),
    ),
    kind: 'composite',
    evidence: weakestEvidence(parts),
    direction: parts[0]?.direction ?? 'maximize',
    needs,
    reads: fieldsRead(parts),
    signature,
    config,
    score,
    ...(parts.every((part) => part.scoreNow !== undefined) ? { scoreNow } : {}),
    ...(parts.some((part) => part.summarize !== undefined) ? { summarize: () => partsSummarizer<Detail>(parts) } : {}),
  }
}

/** Scores all parts concurrently. If one throws, its error is thrown after all have settled. */
export async function scoreParts(parts: readonly AnyMetric[], sample: Sample, runtime: Runtime | undefined): Promise<PartScore[]> {
  const settled = await Promise.allSettled(parts.map(async (part) => scoreRow(part, sample, runtime)))
  return settled.map((outcome, index) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return { name: parts[index]?.name ?? '', score: outcome.value }
  })
}

/** The synchronous form, for parts that all have one. */
export function scorePartsNow(parts: readonly AnyMetric[], sample: Sample): PartScore[] {
  return parts.map((part) => scoredNow(part, sample))
}

export function scoredNow(part: AnyMetric, sample: Sample): PartScore {
  const score = scoreRowNow(part, sample)
  if (score === undefined) throw new TypeError(`${part.name} cannot score at once`)
  return { name: part.name, score }
}

/**
 * The row's score from those of all parts. It is unscored if a part is: with the cause of the first part that failed with an
 * error, since a failure must not look like an empty reference; else with the first cause.
 * @param combine Monotonic in every part, so that the parts' ranges give the range.
 */
export function combineParts(
  signature: string,
  parts: readonly PartScore[],
  combine: (values: readonly number[]) => { readonly value: number; readonly reason: string },
): Score<PartsDetail> {
  const common = { signature, usage: usageOf(parts), detail: { parts } }
  const missing = unscoredPart(parts)
  if (missing !== undefined) {
    const { cause, error, reason } = missing.score
    return unscored<PartsDetail>({ cause, reason: `${missing.name}: ${reason}`, error, ...common })
  }
  const scores = parts.flatMap(({ score }) => (score.status === 'scored' ? [score] : []))
  const hasRange = scores.some(({ range }) => range !== undefined)
  const end = (at: 0 | 1): number => combine(scores.map((score) => score.range?.[at] ?? score.value)).value
  const { value, reason } = combine(scores.map((score) => score.value))
  return scored<PartsDetail>({ value, range: hasRange ? [end(0), end(1)] : undefined, reason, ...common })
}

function unscoredPart(parts: readonly PartScore[]): { readonly name: string; readonly score: UnscoredScore } | undefined {
  const all = parts.flatMap(({ name, score }) => (score.status === 'unscored' ? [{ name, score }] : []))
  return all.find(({ score }) => score.error !== undefined) ?? all[0]
}

export function usageOf(parts: readonly PartScore[]): Score['usage'] {
  return parts.reduce((sum, { score }) => addUsage(sum, score.usage), noUsage)
}

/** `null` if a part cannot be rebuilt elsewhere. */
export function nestedConfig(parts: readonly AnyMetric[], make: (configs: readonly MetricConfig[]) => MetricConfig): MetricConfig | null {
  const configs = parts.flatMap(({ config }) => (config === null ? [] : [config]))
  return configs.length === parts.length ? make(configs) : null
}

export function unionOfNeeds(parts: readonly AnyMetric[]): SampleField[] {
  return [...new Set(parts.flatMap(({ needs }) => needs))]
}

function weakestEvidence(parts: readonly AnyMetric[]): 'exact' | 'judge' | 'screen' {
  const all = new Set(parts.map(({ evidence = 'exact' }) => evidence))
  if (all.has('screen')) return 'screen'
  return all.has('judge') ? 'judge' : 'exact'
}

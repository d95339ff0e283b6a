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

/** What one of the metrics that a composite is made of said of the row. */
export type PartScore<Detail = unknown> = {
  /** The metric's name. */
  readonly name: string
  readonly score: Score<Detail>
}

/** Every composite keeps what its parts said, in their order. */
export type PartsDetail<Detail = unknown> = { readonly parts: readonly PartScore<Detail>[] }

export type CompositeDefinition<Field extends SampleField, Detail extends PartsDetail> = {
  readonly name: string
  readonly parts: readonly AnyMetric[]
  readonly needs: readonly Field[]
  /** Before the parts' own. Changes whenever the same scores of the parts can make another one. */
  readonly version: string
  readonly signature: string
  readonly config: MetricConfig | null
  readonly score: (sample: Sample, runtime: Runtime | undefined) => Promise<Score<Detail>>
  /** The same at once; called only where all parts can. */
  readonly scoreNow: (sample: Sample) => Score<Detail>
}

/** What all composites have in common. */
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

/** Scores all parts side by side; what one of them throws is thrown when all have come to rest. */
export async function scoreParts(parts: readonly AnyMetric[], sample: Sample, runtime: Runtime | undefined): Promise<PartScore[]> {
  const settled = await Promise.allSettled(parts.map(async (part) => scoreRow(part, sample, runtime)))
  return settled.map((outcome, index) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return { name: parts[index]?.name ?? '', score: outcome.value }
  })
}

/** The same at once, for parts that all can. */
export function scorePartsNow(parts: readonly AnyMetric[], sample: Sample): PartScore[] {
  return parts.map((part) => scoredNow(part, sample))
}

export function scoredNow(part: AnyMetric, sample: Sample): PartScore {
  const score = scoreRowNow(part, sample)
  if (score === undefined) throw new TypeError(`${part.name} cannot score at once`)
  return { name: part.name, score }
}

/**
 * The row's score from those of all parts. Unscored where one is: for the first failure of a judge or of the data's form, which must
 * not look like a row that has nothing to find, else for the first cause.
 * @param combine Never falls where a part's value rises, so that the parts' ranges give the range.
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

/** `null` where a part cannot be rebuilt elsewhere. */
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

import {
  type DetailSummarizer,
  type Metric,
  type MetricConfig,
  renderSignature,
  type Sample,
  type Score,
  scored,
  unscored,
  unscoredBy,
} from '@assay/core'
import { checkIdMetricOptions, type IdMetricOptions } from './id-metric-options.ts'
import { nearMiss } from './near-miss.ts'
import { type RankedRow, rankedRow } from './ranked-row.ts'

export type IdRecallField = 'referenceContextIds' | 'retrievedContextIds'

/** The smallest number above 0, so that every grade above 0 reaches it. */
export const ANY_GAIN = Number.MIN_VALUE

/** The definition of one metric, without what all metrics by id share. */
export type IdMetricDefinition<Detail> = {
  /** As in `MetricConfig.type`. */
  readonly type: string
  /** Its name in signatures: what is computed, whatever the metric is called. */
  readonly label: string
  /** The default name of the metric. */
  readonly name: string
  /** Options of this metric that change a score, without defaults. */
  readonly options: Readonly<Record<string, string | number>>
  /** Changes whenever any score can change. */
  readonly version: string
  /** The least grade of relevant ids, if the metric fixes it. */
  readonly level?: number
  /** Summarizes a run, for the metric of this name. */
  readonly summarize?: ((metricName: string) => DetailSummarizer<NoInfer<Detail>>) | undefined
  /** Called with at least one relevant id. With `emptyReference: 'zero'` it is called without any, and only its detail is read. */
  readonly measure: (row: RankedRow) => { readonly value: number; readonly reason: string; readonly detail: Detail }
}

/** Makes a metric from its definition. @throws AssayError `config` for options out of range. */
export function idMetric<Detail>(definition: IdMetricDefinition<Detail>, options: IdMetricOptions): Metric<IdRecallField, Detail> {
  return idMetricOf(definition, options, (sample, settings) => scoreOf(sample, definition, settings))
}

/** Settings that scores depend on. */
export type IdMetricSettings = { readonly signature: string; readonly relevanceLevel: number; readonly isZeroWhenEmpty: boolean }

/** The same for a metric with its own scoring function. @throws AssayError `config` for options out of range. */
export function idMetricOf<Detail>(
  definition: Omit<IdMetricDefinition<Detail>, 'measure'>,
  options: IdMetricOptions,
  score: (sample: Sample, settings: IdMetricSettings) => Score<Detail>,
): Metric<IdRecallField, Detail> {
  checkIdMetricOptions(definition.name, options)
  const { relevanceLevel: wanted = 1, emptyReference = 'unscored', name = definition.name } = options
  const { summarize } = definition
  const relevanceLevel = definition.level ?? wanted
  const changed = {
    ...definition.options,
    ...(definition.level !== undefined || relevanceLevel === 1 ? {} : { relevanceLevel }),
    ...(emptyReference === 'unscored' ? {} : { emptyReference }),
  }
  const config: MetricConfig = { type: definition.type, ...(name === definition.name ? {} : { name }), ...changed }
  const settings: IdMetricSettings = {
    signature: renderSignature(definition.label, Object.entries(changed), definition.version),
    relevanceLevel,
    isZeroWhenEmpty: emptyReference === 'zero',
  }
  return {
    specificationVersion: 'v1',
    name,
    version: definition.version,
    kind: 'id',
    evidence: 'exact',
    direction: 'maximize',
    needs: ['referenceContextIds', 'retrievedContextIds'],
    reads: ['referenceContextGrades'],
    signature: settings.signature,
    config,
    score: (sample) => Promise.resolve(score(sample, settings)),
    scoreNow: (sample) => score(sample, settings),
    ...(summarize === undefined ? {} : { summarize: () => summarize(name) }),
  }
}

function scoreOf<Detail>(
  sample: Sample,
  { measure }: IdMetricDefinition<Detail>,
  { signature, relevanceLevel, isZeroWhenEmpty }: IdMetricSettings,
): Score<Detail> {
  let row: RankedRow
  try {
    row = rankedRow(sample, relevanceLevel)
  } catch (error) {
    return unscoredBy(error, { signature })
  }
  const isEmpty = row.relevant.length === 0
  if (isEmpty && !isZeroWhenEmpty)
    return unscored({ signature, cause: 'empty_reference', reason: nothingRelevant(row.graded.size, relevanceLevel) })
  const { value, reason, detail } = measure(row)
  if (isEmpty)
    return scored({ signature, value: 0, reason: `${nothingRelevant(row.graded.size, relevanceLevel)} That counts as 0.`, detail })
  return scored({ signature, value, reason: fullReason(reason, row), detail })
}

/** Why a row has no relevant ids: no reference ids at all, or none with a sufficient grade. */
export function nothingRelevant(references: number, level: number): string {
  const missing =
    references === 0
      ? 'There are no reference ids'
      : `No reference id has a grade ${level === ANY_GAIN ? 'above 0' : `of at least ${level}`}`
  return `${missing}, so there is nothing that retrieval should have found.`
}

function fullReason(reason: string, { retrieved, relevant, repeats }: RankedRow): string {
  if (retrieved.length === 0)
    return `Nothing was retrieved; ${relevant.length === 1 ? 'one relevant id was' : `${relevant.length} relevant ids were`} expected.`
  const wanted = new Set(relevant)
  const hint = retrieved.some((id) => wanted.has(id)) ? undefined : nearMiss(relevant, retrieved)
  const left =
    repeats === 0 ? undefined : `${repeats} repeated retrieved ${repeats === 1 ? 'id was' : 'ids were'} left out before ranks were counted.`
  return [reason, hint, left].filter((part) => part !== undefined).join(' ')
}

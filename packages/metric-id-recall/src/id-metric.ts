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

/** One measure, without what all measures by id have in common. */
export type IdMeasure<Detail> = {
  /** As in `MetricConfig.type`. */
  readonly type: string
  /** Names the measure in its signature: what is computed, whatever the metric is called. */
  readonly label: string
  /** What the metric is called where no other name is given. */
  readonly name: string
  /** Options of this measure that change a score, without defaults. */
  readonly options: Readonly<Record<string, string | number>>
  /** Changes whenever any score can change. */
  readonly version: string
  /** The grade from which ids are relevant, where the measure itself decides. */
  readonly level?: number
  /** What the metric of this name sums up over a run. */
  readonly summarize?: ((metricName: string) => DetailSummarizer<NoInfer<Detail>>) | undefined
  /** Called with at least one relevant id, but where nothing relevant scores 0: then only its detail is read. */
  readonly measure: (row: RankedRow) => { readonly value: number; readonly reason: string; readonly detail: Detail }
}

/** Makes a metric of a measure. @throws AssayError `config` for options out of range. */
export function idMetric<Detail>(measure: IdMeasure<Detail>, options: IdMetricOptions): Metric<IdRecallField, Detail> {
  return idMetricOf(measure, options, (sample, settings) => scoreOf(sample, measure, settings))
}

/** What a score depends on besides the sample. */
export type IdMetricSettings = { readonly signature: string; readonly relevanceLevel: number; readonly isZeroWhenEmpty: boolean }

/** The same for a measure that scores on its own. @throws AssayError `config` for options out of range. */
export function idMetricOf<Detail>(
  measure: Omit<IdMeasure<Detail>, 'measure'>,
  options: IdMetricOptions,
  score: (sample: Sample, settings: IdMetricSettings) => Score<Detail>,
): Metric<IdRecallField, Detail> {
  checkIdMetricOptions(measure.name, options)
  const { relevanceLevel: asked = 1, emptyReference = 'unscored', name = measure.name } = options
  const { summarize } = measure
  const relevanceLevel = measure.level ?? asked
  const changed = {
    ...measure.options,
    ...(measure.level !== undefined || relevanceLevel === 1 ? {} : { relevanceLevel }),
    ...(emptyReference === 'unscored' ? {} : { emptyReference }),
  }
  const config: MetricConfig = { type: measure.type, ...(name === measure.name ? {} : { name }), ...changed }
  const settings: IdMetricSettings = {
    signature: renderSignature(measure.label, Object.entries(changed), measure.version),
    relevanceLevel,
    isZeroWhenEmpty: emptyReference === 'zero',
  }
  return {
    specificationVersion: 'v1',
    name,
    version: measure.version,
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
  { measure }: IdMeasure<Detail>,
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

/** Why a row has nothing to find: no reference ids at all, or none of a grade that counts. */
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

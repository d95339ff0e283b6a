import {
  type AnyMetric,
  missingFields,
  type Runtime,
  type Sample,
  type SampleField,
  scoreRow,
  Suspended,
  type UnscoredCause,
} from '@assay/core'
import { isBlank } from '@assay/text'

/** Why a row would stay unscored, with what it lacks, as in "no reference" or "nothing in reference". */
export type RowLack = { readonly cause: UnscoredCause; readonly lacks: string }

/** What is known of a row and a metric without a call; `undefined` if the metric scores the row, or would make a call. */
export async function rowLack(sample: Sample, metric: AnyMetric): Promise<RowLack | undefined> {
  const [missing] = missingFields(sample, metric.needs)
  if (missing !== undefined) return { cause: 'missing_field', lacks: `no ${missing}` }
  return metric.kind === 'llm' ? lackByScore(sample, metric) : lackOfExpected(sample, metric)
}

const EXPECTED: Partial<Record<SampleField, (sample: Sample) => boolean>> = {
  reference: ({ reference }) => reference !== undefined && !isBlank(reference),
  referenceContexts: ({ referenceContexts }) => referenceContexts?.some((text) => !isBlank(text)) === true,
  referenceContextIds: ({ referenceContextIds }) => (referenceContextIds?.length ?? 0) > 0,
}

function lackOfExpected(sample: Sample, { needs, config }: AnyMetric): RowLack | undefined {
  if (config?.['emptyReference'] === 'zero') return undefined
  const empty = needs.find((field) => EXPECTED[field]?.(sample) === false)
  return empty === undefined ? undefined : { cause: 'empty_reference', lacks: `nothing in ${empty}` }
}

const BLANK_FIELDS: Partial<Record<UnscoredCause, SampleField>> = {
  empty_reference: 'reference',
  empty_response: 'response',
  empty_user_input: 'userInput',
}

/** Scores the row up to the first call: a row unscored by then needs no model. */
async function lackByScore(sample: Sample, metric: AnyMetric): Promise<RowLack | undefined> {
  try {
    const score = await scoreRow(metric, sample, asksNobody)
    if (score.status === 'scored') return undefined
    const blank = BLANK_FIELDS[score.cause]
    return { cause: score.cause, lacks: blank === undefined ? `no score (${score.reason})` : `nothing in ${blank}` }
  } catch (error) {
    if (Suspended.is(error)) return undefined
    throw error
  }
}

const asksNobody: Runtime = {
  generate: () => Promise.reject(new Suspended()),
  embed: () => Promise.reject(new Suspended()),
}

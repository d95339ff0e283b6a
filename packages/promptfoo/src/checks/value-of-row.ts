import type { AnyMetric, Score } from '@assay/core'

/** Options that differ from row to row. */
const OF_ROWS = /\|(?:value|schema|rubric):[^|]*/g

/**
 * The metric of an assertion, with its value left out of the signature. The value belongs to the row, like a reference; otherwise each row
 * would have another metric.
 */
export function valueOfRow(base: AnyMetric): AnyMetric {
  const signature = base.signature.replaceAll(OF_ROWS, '')
  const signed = (score: Score): Score => ({ ...score, signature })
  const { scoreNow } = base
  return {
    ...base,
    signature,
    config: null,
    score: async (sample, runtime) => signed(await base.score(sample, runtime)),
    ...(scoreNow === undefined ? {} : { scoreNow: (sample) => signed(scoreNow(sample)) }),
  }
}

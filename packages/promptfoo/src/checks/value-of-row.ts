import type { AnyMetric, Score } from '@assay/core'

/** Options that assertions of each row have for themselves. */
const OF_ROWS = /\|(?:value|schema|rubric):[^|]*/g

/**
 * The metric of an assertion whose value belongs to its row, as a reference does: it is no part of the signature. Else every row would
 * bring another one, and no two rows would be scored by the same metric.
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

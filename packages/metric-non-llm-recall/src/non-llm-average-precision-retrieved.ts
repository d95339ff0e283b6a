import type { ContextField, Metric } from '@assay/core'
import type { NonLlmPrecisionOptions } from './precision-settings.ts'
import { type NonLlmPrecisionDetail, precisionMetric } from './relevant-contexts.ts'

/**
 * Context precision by similarity of texts, weighted by rank: the mean of the precisions at the ranks of relevant
 * retrieved contexts. It is the formula of ragas' context precision without the 1e-10 in its denominator, so perfect is exactly 1; 0 if
 * nothing retrieved is relevant. Contexts that were missed do not lower it. Repeated and blank retrieved contexts are left out before
 * ranks are counted. Without a reference context the
 * sample is unscored (`empty_reference`).
 *
 * @throws AssayError `config` for a threshold outside [0, 1] or a blank name; and from `score` where the similarity function gives
 * anything but a number in [0, 1].
 */
export function nonLlmAveragePrecisionRetrieved(options: NonLlmPrecisionOptions = {}): Metric<ContextField, NonLlmPrecisionDetail> {
  return precisionMetric(
    {
      label: 'non_llm_average_precision_retrieved',
      type: 'non-llm-average-precision-retrieved',
      version: '1',
      precisionOf: averagePrecision,
    },
    options,
  )
}

function averagePrecision(relevant: readonly boolean[]): number {
  let hits = 0
  let sum = 0
  for (const [index, isRelevant] of relevant.entries()) {
    if (!isRelevant) continue
    hits += 1
    sum += hits / (index + 1)
  }
  return hits === 0 ? 0 : sum / hits
}

import type { ContextField, Metric } from '@assay/core'
import type { NonLlmPrecisionOptions } from './precision-settings.ts'
import { type NonLlmPrecisionDetail, precisionMetric } from './relevant-contexts.ts'

/**
 * Context precision by similarity of texts, as a set: retrieved contexts that are similar enough to some reference context / all
 * retrieved contexts. Blank texts are left out on both sides, and equal retrieved ones count once, so order and repeats
 * have no effect. Nothing retrieved gives 0; without a reference context the sample is unscored (`empty_reference`).
 *
 * @throws AssayError `config` for a threshold outside [0, 1] or a blank name; and from `score` where the similarity function gives
 * anything but a number in [0, 1].
 */
export function nonLlmContextPrecision(options: NonLlmPrecisionOptions = {}): Metric<ContextField, NonLlmPrecisionDetail> {
  return precisionMetric(
    {
      label: 'non_llm_context_precision',
      type: 'non-llm-context-precision',
      version: '1',
      precisionOf: (relevant) => relevant.filter(Boolean).length / relevant.length,
    },
    options,
  )
}

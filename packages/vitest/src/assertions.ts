import type { AnyMetric } from '@assay/core'
import type { IdMetricOptions } from '@assay/metric-id-recall'
import type { ContextRecallOptions } from '@assay/metric-llm-recall'
import type { NonLlmRecallOptions } from '@assay/metric-non-llm-recall'

/** What a value must reach: `value >= atLeast`, in [0, 1]. */
export type AtLeast = { readonly atLeast: number }

/** All options of `contextRecall`, a judge among them. */
export type ContextRecallAssertion = AtLeast & ContextRecallOptions
/** All options of `nonLlmContextRecall`. A test is to say what the best match was, so `explain` is true here unless `soft` is. */
export type NonLlmRecallAssertion = AtLeast & NonLlmRecallOptions
/** All options of `idBasedContextRecall`. */
export type IdRecallAssertion = AtLeast & IdMetricOptions

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The claims of the reference that the retrieved contexts support, by a judge. To be awaited. */
    toHaveContextRecall(options: ContextRecallAssertion): Promise<void>
    /** The reference contexts that some retrieved context is similar enough to. To be awaited. */
    toHaveNonLlmContextRecall(options: NonLlmRecallAssertion): Promise<void>
    /** The reference ids that are among the retrieved ids. Asks nobody, so there is nothing to wait for. */
    toHaveIdBasedContextRecall(options: IdRecallAssertion): R
    /** The value of any metric. To be awaited. */
    toScore(metric: AnyMetric, options: AtLeast): Promise<void>
  }
}

import type { NamedJudgeOptions } from '@assay/catalog'
import type { IdMetricOptions } from '@assay/metric-id-recall'
import type { ContextRecallOptions } from '@assay/metric-llm-recall'
import type { NonLlmRecallOptions } from '@assay/metric-non-llm-recall'

/** What a value must reach: `value >= atLeast`, in [0, 1]. */
export type AtLeast = { readonly atLeast: number }

/** All options of `contextRecall`, a judge or its id among them. */
export type ContextRecallAssertion = AtLeast & (ContextRecallOptions | NamedJudgeOptions)
/** All options of `nonLlmContextRecall`. A test is to say what the best match was, so `explain` is true here unless `soft` is. */
export type NonLlmRecallAssertion = AtLeast & NonLlmRecallOptions
/** All options of `idBasedContextRecall`. */
export type IdRecallAssertion = AtLeast & IdMetricOptions

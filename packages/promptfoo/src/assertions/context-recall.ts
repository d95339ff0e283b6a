import { canonicalJson } from '@assay/core'
import type { AnyMetric } from '@assay/core'
import { rubricAssessor, type RubricPrompt } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import type { Judge } from '@assay/options'
import type { Placed } from '../tests/test-case.ts'
import type { AssertionKind, KindTools } from './kind.ts'
import { shareThreshold } from './share-threshold.ts'

const DEFAULT_THRESHOLD = 0.5

/** Whether the contexts support the claims of its value. */
export const contextRecallKind: AssertionKind = {
  types: ['context-recall'],
  readsOutput: false,
  readsContext: true,
  async build(assertion, tools) {
    const { fields, source } = assertion
    if (typeof fields.value !== 'string')
      throw source.fault('context-recall needs a value: the text whose statements the context should hold.', ['value'])
    const reference = tools.text(fields.value)
    const threshold = shareThreshold(assertion, tools, DEFAULT_THRESHOLD)
    const { judge, key } = await tools.grader()
    const rubric = tools.rubricPrompt()
    const metric = tools.shared(canonicalJson([tools.name, key, rubric?.value ?? null]), () => metricOf(judge, rubric, tools))
    return { metric, threshold, reference }
  },
}

function metricOf(judge: Judge, rubric: Placed<RubricPrompt> | undefined, { name, notes }: KindTools): AnyMetric {
  if (rubric === undefined) return contextRecall({ judge, name })
  if (!('doGenerate' in judge)) {
    notes.add(`the rubricPrompt is for models: ${judge.signature} works without one`, rubric.source.place())
    return contextRecall({ judge, name })
  }
  return contextRecall({ assessor: rubric.source.located(() => rubricAssessor({ judge, rubricPrompt: rubric.value })), name })
}

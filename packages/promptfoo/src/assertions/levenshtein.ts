import { levenshteinMetric } from '../checks/levenshtein-metric.ts'
import type { AssertionKind } from './kind.ts'

const DEFAULT_EDITS = 5

/** Whether the answer is at most so many edits from its value. */
export const levenshteinKind: AssertionKind = {
  types: ['levenshtein'],
  readsOutput: true,
  readsContext: false,
  async build({ fields, source }, { name, text }) {
    if (typeof fields.value !== 'string') throw source.fault('levenshtein needs a value: the text to be near to.', ['value'])
    return { metric: levenshteinMetric({ value: text(fields.value), atMost: fields.threshold ?? DEFAULT_EDITS, name }), threshold: 1 }
  },
}

import { similarMetric } from '../checks/similar-metric.ts'
import type { AssertionKind } from './kind.ts'

const DEFAULT_THRESHOLD = 0.75

/** Whether the answer is similar to its value, or to one of its values, by embeddings. */
export const similarKind: AssertionKind = {
  types: ['similar', 'similar:cosine'],
  readsOutput: true,
  readsContext: false,
  async build({ fields, source }, { name, text, similarity, threshold }) {
    const written: readonly unknown[] = Array.isArray(fields.value) ? fields.value : [fields.value]
    const values = written.map((value) => {
      if (typeof value !== 'string') throw source.fault('similar needs a value: a text, or a list of texts.', ['value'])
      return text(value)
    })
    const metric = similarMetric({ similarity: await similarity(), values, name })
    return { metric, threshold: threshold(DEFAULT_THRESHOLD), asks: JSON.stringify(values) }
  },
}

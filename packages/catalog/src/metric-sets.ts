import type { MetricConfig } from '@assay/core'
import { dashed } from './entry.ts'

/** Several metrics under one name, as `-m rag`. */
export type MetricSet = {
  readonly name: string
  readonly of: readonly (string | MetricConfig)[]
  /** What it computes and how many calls it makes, in a sentence. K: contexts of a row, blank and repeated ones left out. */
  readonly says: string
}

const sets: readonly MetricSet[] = [
  {
    name: 'rag',
    of: ['context-recall', 'context-precision', 'faithfulness', 'answer-relevancy'],
    says: 'rag computes context_recall, context_precision, faithfulness and answer_relevancy, and reads user_input, retrieved_contexts, reference and response: 5 + K calls of the judge for a row with K contexts, since equal calls are made once.',
  },
  {
    name: 'ragchecker',
    of: [
      'factual-correctness',
      'factual-precision',
      'factual-recall',
      'context-recall',
      { type: 'context-precision', by: 'claims', aggregate: 'share' },
      'faithfulness',
      'claim-utilization',
      'noise-sensitivity',
      'noise-sensitivity-irrelevant',
      'hallucination',
      'self-knowledge',
    ],
    says: 'ragchecker computes 11 metrics by claims of reference and response, and reads user_input, retrieved_contexts, reference and response: 6 + K calls of the judge for a row with K contexts, and K more if contexts support claims that the reference does not, since equal calls are made once.',
  },
]

/** The set of this name; `undefined` if there is none. */
export function metricSet(name: string): MetricSet | undefined {
  return sets.find((set) => set.name === dashed(name))
}

export const metricSetNames: readonly string[] = sets.map(({ name }) => name)

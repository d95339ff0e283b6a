import { levenshtein } from '@assay/similarity'
import type { AnyMetric, Metric } from '@assay/core'
import { testMetric } from '@assay/testkit'
import { describe, test } from 'vitest'
import { nonLlmAveragePrecisionRetrieved } from './non-llm-average-precision-retrieved.ts'
import { nonLlmContextPrecision } from './non-llm-context-precision.ts'
import { nonLlmContextRecall } from './non-llm-context-recall.ts'

const options = { threshold: 0.6, strict: true, name: 'close', similarity: levenshtein }

describe.each([
  ['recall', nonLlmContextRecall],
  ['precision', nonLlmContextPrecision],
  ['average precision', nonLlmAveragePrecisionRetrieved],
])('%s by similarity is a Metric', (_name, make: (given: typeof options) => Metric<'referenceContexts' | 'retrievedContexts', unknown>) => {
  const checks = testMetric(
    make(options),
    [
      { referenceContexts: ['Oslo lies inland.', 'Rome is old.'], retrievedContexts: ['Oslo lies in land.', 'Paris.'] },
      { referenceContexts: ['Oslo lies inland.'], retrievedContexts: [' '] },
      { referenceContexts: [''], retrievedContexts: ['Oslo lies inland.'] },
    ],
    {
      faulty: [{ referenceContexts: [7] as unknown as string[], retrievedContexts: ['seven'] }],
      rebuild: ({ type: _type, ...given }) => make({ similarity: levenshtein, ...given } as typeof options) as AnyMetric,
    },
  )
  for (const { name, run } of checks) test(name, run)
})

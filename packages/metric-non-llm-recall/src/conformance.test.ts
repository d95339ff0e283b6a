import { testMetric } from '@assay/testkit'
import { describe, test } from 'vitest'
import { nonLlmContextRecall } from './non-llm-context-recall.ts'
import type { NonLlmRecallOptions } from './recall-settings.ts'

describe('recall by similarity is a Metric', () => {
  const checks = testMetric(
    nonLlmContextRecall({ threshold: 0.6, strict: true, name: 'close' }),
    [
      { referenceContexts: ['Oslo lies inland.', 'Rome is old.'], retrievedContexts: ['Oslo lies in land.', 'Paris.'] },
      { referenceContexts: ['Oslo lies inland.'], retrievedContexts: [' '] },
      { referenceContexts: [''], retrievedContexts: ['Oslo lies inland.'] },
    ],
    {
      faulty: [{ referenceContexts: [7] as unknown as string[], retrievedContexts: ['seven'] }],
      rebuild: ({ type: _type, ...options }) => nonLlmContextRecall(options as NonLlmRecallOptions) as never,
    },
  )
  for (const { name, run } of checks) test(name, run)
})

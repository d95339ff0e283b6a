import type { LLMAdapter } from '@assay/core'
import { expect, it } from 'vitest'
import { callingMetric } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'

/** A whole adapter of one's own: a judge that finds short questions better. */
function brevityJudge(): LLMAdapter {
  return {
    specificationVersion: 'v1',
    provider: 'brevity',
    modelId: 'ruler',
    capabilities: { structuredOutput: 'prompt', seed: false, temperature: false },
    fingerprint: { provider: 'brevity', modelId: 'ruler' },
    async doGenerate({ messages }) {
      const length = messages.flatMap(({ parts }) => parts).reduce((sum, { text }) => sum + text.length, 0)
      return {
        text: String(1 / length),
        finishReason: 'stop',
        usage: { calls: 1, inputTokens: length, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
      }
    },
  }
}

it('an adapter of one’s own judges like any other, and its usage is summed', async () => {
  const { metrics, usage } = await evaluate({
    data: [{ userInput: 'a' }, { userInput: 'ab' }, { userInput: 'abcd' }],
    metrics: [callingMetric(brevityJudge())],
  }).result()

  expect(metrics['calling']).toMatchObject({ mean: 1.75 / 3, scored: 3 })
  expect(usage).toMatchObject({ calls: 3, inputTokens: 7, outputTokens: 3 })
})

import { estimateCallTokens, type LLMAdapter, type LLMCall, noUsage, type Usage } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { expect, it } from 'vitest'
import { possibleCacheWrite } from '../money/possible-cache-write.ts'
import { createCallEstimator } from './call-estimator.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'What is the capital of Norway?' }] }], maxOutputTokens: 100 }
const own = estimateCallTokens(call)
const judge = scriptedAdapter('')
const took = (inputTokens: number | null, outputTokens: number | null): Usage => ({ ...noUsage, calls: 1, inputTokens, outputTokens })

it('expects of a call what its text has, and no more output than it allows, before anything was learned', () => {
  expect(createCallEstimator().ofCall(judge, call)).toMatchObject({ inputTokens: own, outputTokens: 100 })
})

it('learns the mean of outputs, and what a server counts beyond the text, which it adds to the next text', () => {
  const estimator = createCallEstimator()
  estimator.ofCall(judge, call).learn(took(400_000, 20_000))
  expect(estimator.ofCall(judge, call)).toMatchObject({ inputTokens: 400_000, outputTokens: 20_000 })
  estimator.ofCall(judge, call).learn(took(own, 10_000))
  expect(estimator.ofCall(judge, call)).toMatchObject({ inputTokens: own + Math.ceil((400_000 - own) / 2), outputTokens: 15_000 })
  // Another model is another matter.
  expect(estimator.ofCall(scriptedAdapter('', { modelId: 'other' }), call).inputTokens).toBe(own)
})

it('expects no less than the text has where a server counts fewer tokens, and learns nothing from a reply that counts none', () => {
  const estimator = createCallEstimator()
  estimator.ofCall(judge, call).learn(took(1, 5))
  estimator.ofCall(judge, call).learn(took(null, null))
  expect(estimator.ofCall(judge, call)).toMatchObject({ inputTokens: own, outputTokens: 5 })
})

it('knows what a provider that goes by marks may write to its cache, and of others nothing', () => {
  const marked = scriptedAdapter('', { capabilities: { promptCache: true } }) satisfies LLMAdapter
  const cached: LLMCall = {
    messages: [
      { role: 'system', parts: [{ text: 'Judge.' }] },
      { role: 'user', parts: [{ text: 'The contexts.', cache: true }, { text: 'The claims.' }] },
    ],
  }
  const prefix = [
    { role: 'system' as const, parts: [{ text: 'Judge.' }] },
    { role: 'user' as const, parts: [{ text: 'The contexts.' }] },
  ]
  expect(possibleCacheWrite(marked, cached)).toBe(estimateCallTokens({ messages: prefix }))
  expect(possibleCacheWrite(marked, call)).toBe(0)
  expect(possibleCacheWrite(judge, cached)).toBeNull()
})

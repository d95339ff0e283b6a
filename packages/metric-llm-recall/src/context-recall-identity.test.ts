import { llmExtractor, llmVerifier, sentenceExtractor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { JudgeOptions } from './context-recall-options.ts'

describe('the signature', () => {
  const judge = scriptedAdapter([], { provider: 'openai', modelId: 'gpt-5-mini' })
  const signature = (options: Omit<JudgeOptions, 'judge'> = {}): string => contextRecall({ judge, ...options }).signature

  test('names strategy, judge, prompt and version', () => {
    expect(signature()).toMatch(/^context_recall\|strategy:batched\|judge:openai%3Agpt-5-mini\|prompt:[0-9a-f]{6}\|v1$/)
  })

  test('changes with every option that can change a score, and with no other', () => {
    const changed = [{}, { claims: 'sentences' as const }, { requireQuote: true }, { requireQuote: true, minQuote: 20 }]
    expect(new Set(changed.map(signature)).size).toBe(changed.length)
    expect(signature({ name: 'mine' })).toBe(signature())
    expect(signature({ minQuote: 20 })).toBe(signature())
    expect(signature({ claims: 'llm', strategy: 'batched', requireQuote: false })).toBe(signature())
    expect(signature({ claims: 'sentences' })).toContain('|claims:sentences|')
  })

  test('is the same for the long form', () => {
    expect(contextRecall({ extractor: llmExtractor({ judge }), verifier: llmVerifier({ judge }) }).signature).toBe(signature())
    expect(contextRecall({ extractor: sentenceExtractor(), verifier: llmVerifier({ judge }) }).signature).toBe(
      signature({ claims: 'sentences' }),
    )
  })

  test('shows an extractor of another judge', () => {
    const other = llmExtractor({ judge: scriptedAdapter([], { provider: 'ollama', modelId: 'qwen3' }) })
    expect(signature({ claims: other })).toContain('|claims:ollama%3Aqwen3|')
  })
})

test('the configuration is JSON from which the same metric can be built, unless a part of it is only here', () => {
  const judge = scriptedAdapter([], { provider: 'openai', modelId: 'gpt-5-mini' })
  const { config } = contextRecall({ judge, requireQuote: true })
  expect(JSON.parse(JSON.stringify(config))).toEqual({
    type: 'context-recall',
    extractor: { type: 'llm', judge: judge.fingerprint },
    verifier: { type: 'llm', judge: judge.fingerprint, strategy: 'batched', requireQuote: true, minQuote: 12 },
  })
  expect(contextRecall({ judge, name: 'mine' })).toMatchObject({ name: 'mine', config: { name: 'mine' } })
  const extractor = { id: 'mine', version: '1', signature: 'mine@1', extract: async () => [] }
  expect(contextRecall({ judge, claims: extractor }).config).toBeNull()
})

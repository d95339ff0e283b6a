import {
  cascade,
  type ClaimVerifier,
  lexicalScreen,
  llmExtractor,
  llmVerifier,
  panel,
  sentenceExtractor,
  singlePassAssessor,
  votes,
} from '@assay/judge'
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
    const changed: Omit<JudgeOptions, 'judge'>[] = [
      {},
      { claims: 'sentences' },
      { requireQuote: true },
      { requireQuote: true, minQuote: 20 },
      { strategy: 'per-claim' },
      { strategy: 'single-pass' },
      { strategy: 'single-pass', requireQuote: true },
      { votes: 3 },
      { votes: 5 },
      { votes: 3, requireQuote: true },
      { votes: 3, strategy: 'per-claim' },
      { language: 'de' },
      { prompts: { claims: { version: 'mine' } } },
      { prompts: { verdicts: { version: 'mine' } } },
    ]
    expect(new Set(changed.map(signature)).size).toBe(changed.length)
    expect(signature({ name: 'mine' })).toBe(signature())
    expect(signature({ minQuote: 20 })).toBe(signature())
    expect(signature({ claims: 'llm', strategy: 'batched', requireQuote: false })).toBe(signature())
    expect(signature({ votes: 1 })).toBe(signature())
    expect(signature({ claims: 'sentences' })).toContain('|claims:sentences|')
  })

  test('shows a strategy, votes, panels and cascades', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((modelId) => llmVerifier({ judge: scriptedAdapter([], { provider: 'p', modelId }) })) as [
      ClaimVerifier,
      ClaimVerifier,
      ClaimVerifier,
    ]
    const quoting = llmVerifier({ judge: scriptedAdapter([], { provider: 'p', modelId: 'q' }), requireQuote: true, strategy: 'per-claim' })
    const of = (verifier: ClaimVerifier): string => contextRecall({ judge: verifier }).signature.replace(/\|claims.*/, '')
    expect(signature({ strategy: 'per-claim', votes: 3 })).toMatch(
      /^context_recall\|strategy:per-claim\|judge:votes\(openai%3Agpt-5-mini;3\)\|prompt:[0-9a-f]{6}\|v1$/,
    )
    expect(signature({ strategy: 'single-pass' })).toMatch(/^context_recall\|strategy:single-pass\|judge:openai%3Agpt-5-mini\|prompt:/)
    expect(of(panel([a, b, c], { quorum: 2 }))).toBe('context_recall|strategy:batched|judge:panel(p%3Aa;p%3Ab;p%3Ac;quorum=2)')
    expect(of(cascade(lexicalScreen(), votes(a, 3)))).toBe(
      'context_recall|strategy:batched|judge:cascade(lexical-no-overlap@1;votes(p%3Aa;3))',
    )
    expect(of(panel([a, quoting, c]))).toBe(
      'context_recall|strategy:mixed|judge:panel(p%3Aa(strategy=batched);p%3Aq(strategy=per-claim;requireQuote=true);p%3Ac(strategy=batched))',
    )
  })

  test('is the same for the long form', () => {
    expect(contextRecall({ extractor: llmExtractor({ judge }), verifier: llmVerifier({ judge }) }).signature).toBe(signature())
    expect(contextRecall({ extractor: sentenceExtractor(), verifier: llmVerifier({ judge }) }).signature).toBe(
      signature({ claims: 'sentences' }),
    )
  })

  test('is the same for votes and a single pass in their long forms', () => {
    const voting = contextRecall({ extractor: llmExtractor({ judge }), verifier: votes(llmVerifier({ judge }), 3) })
    expect([voting.signature, voting.config]).toEqual([signature({ votes: 3 }), contextRecall({ judge, votes: 3 }).config])
    const single = contextRecall({ assessor: singlePassAssessor({ judge }) })
    expect([single.signature, single.config]).toEqual([
      signature({ strategy: 'single-pass' }),
      contextRecall({ judge, strategy: 'single-pass' }).config,
    ])
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
  const extractor = { id: 'mine', version: '1', signature: 'mine@1', extract: async () => ({ claims: [] }) }
  expect(contextRecall({ judge, claims: extractor }).config).toBeNull()
})

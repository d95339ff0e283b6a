import { rubricAssessor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { JudgeOptions } from './context-recall-options.ts'

const judge = scriptedAdapter([], { provider: 'openai', modelId: 'gpt-5-mini' })
const hashIn = (options: Omit<JudgeOptions, 'judge'> = {}): string | undefined =>
  /\|prompt:([0-9a-f]{6})\|/.exec(contextRecall({ judge, ...options }).signature)?.[1]

describe('the hash in the signature', () => {
  test('changes with every part of every prompt that is sent', () => {
    const hashes = [
      hashIn(),
      hashIn({ prompts: { claims: { instruction: 'Split.' } } }),
      hashIn({ prompts: { claims: { examples: [] } } }),
      hashIn({ prompts: { claims: { version: 'mine' } } }),
      hashIn({ prompts: { verdicts: { instruction: 'Split.' } } }),
      hashIn({ prompts: { verdicts: { language: 'de' } } }),
      hashIn({ language: 'de' }),
      hashIn({ language: 'ja' }),
      hashIn({ strategy: 'single-pass' }),
      hashIn({ strategy: 'single-pass', prompts: { claimsAndVerdicts: { examples: [] } } }),
      hashIn({ strategy: 'single-pass', language: 'de' }),
    ]
    expect(hashes).not.toContain(undefined)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('stays where nothing is overridden', () => {
    expect(hashIn({ prompts: {} })).toBe(hashIn())
    expect(hashIn({ prompts: { claims: {}, verdicts: undefined }, language: undefined })).toBe(hashIn())
  })

  test('is the beginning of the hash in the detail', async () => {
    const metric = contextRecall({ judge })
    const { detail } = await metric.score({ reference: 'A b.', retrievedContexts: [] })
    expect(detail?.promptHash).toMatch(new RegExp(`^${hashIn()}[0-9a-f]{58}$`))
  })
})

test('a metric by rubric names its strategy, its judge and its text', async () => {
  const rubricPrompt = 'Sources: {{context}}\nFacts: {{groundTruth}}'
  const marking = scriptedAdapter('- A is b. [FOUND]\n- C is d. [NOT FOUND]\n- E is f. [FOUND]', {
    provider: 'openai',
    modelId: 'gpt-5-mini',
  })
  const metric = contextRecall({ assessor: rubricAssessor({ judge: marking, rubricPrompt }) })
  expect(metric.signature).toMatch(/^context_recall\|strategy:rubric\|judge:openai%3Agpt-5-mini\|prompt:[0-9a-f]{6}\|v1$/)
  expect(metric.config).toMatchObject({ assessor: { type: 'rubric', rubricPrompt } })
  const score = await metric.score({ reference: 'A is b, C is d, E is f.', retrievedContexts: ['A is b. E is f.'] })
  expect(score).toMatchObject({ value: 2 / 3, detail: { denominator: 'judge', strategy: 'rubric', noVerifiedQuote: 2 } })
  expect(score.reason).toBe('2 of 3 claims are supported by the retrieved contexts.')
})

test('a "yes" without a place in the contexts is counted, also where no quote is required', async () => {
  const replies = { claims: ['A is b.', 'C is d.', 'E is f.'] }
  const quotes = ['A is b, as is known.', 'A quote from nowhere.', undefined]
  const verdicts = quotes.map((quote, index) => ({
    claim: `c${index + 1}`,
    reason: 'r',
    evidence: quote === undefined ? [] : [{ context: 1, quote }],
    supported: true,
  }))
  const credulous = scriptedAdapter((call) => JSON.stringify(call.output?.name === 'claims' ? replies : { verdicts }))
  const sample = { reference: 'A is b. C is d. E is f.', retrievedContexts: ['A is b, as is known.'] }
  expect(await contextRecall({ judge: credulous }).score(sample)).toMatchObject({ value: 1, detail: { noVerifiedQuote: 2 } })
  expect(await contextRecall({ judge: credulous, requireQuote: true }).score(sample)).toMatchObject({
    value: 1 / 3,
    detail: { noVerifiedQuote: 2 },
  })
})

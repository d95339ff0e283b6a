import { type ClaimExtractor, lexicalScreen, llmVerifier, sentenceExtractor, singlePassAssessor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

describe('options that cannot be followed are config errors', () => {
  const judge = scriptedAdapter([])
  const verifier = llmVerifier({ judge })
  const wrong: [string, object, string][] = [
    [
      'another strategy',
      { judge, strategy: 'grouped' },
      'strategy "grouped" does not exist; there are "batched", "per-claim" and "single-pass"',
    ],
    ['a strategy beside a verifier', { judge: verifier, strategy: 'per-claim' }, 'strategy has no effect on scripted:scripted'],
    ['a language beside a verifier', { judge: verifier, language: 'de' }, 'language has no effect'],
    ['even votes', { judge, votes: 2 }, '2 votes can end in a tie'],
    ['no votes', { judge, votes: 0 }, '0 votes'],
    ['votes of a screen', { judge: lexicalScreen(), votes: 3 }, 'lexical@1 is a screen'],
    ['votes in a single pass', { judge, strategy: 'single-pass', votes: 3 }, 'votes need claims that stay the same'],
    [
      'claims in a single pass',
      { judge, strategy: 'single-pass', claims: 'sentences' },
      'claims has no effect with strategy "single-pass"',
    ],
    ['a prompt that there is not', { judge, prompts: { verdict: {} } }, 'there is no prompt "verdict"; there are claims, verdicts'],
    ['a prompt that is not sent', { judge, prompts: { claimsAndVerdicts: { version: '2' } } }, 'prompts.claimsAndVerdicts is not sent'],
    [
      'a prompt for claims by sentences',
      { judge, claims: 'sentences', prompts: { claims: { version: '2' } } },
      'prompts.claims is not sent',
    ],
    [
      'another prompt in a single pass',
      { judge, strategy: 'single-pass', prompts: { verdicts: { version: '2' } } },
      'prompts.verdicts is not sent',
    ],
    ['what is no assessor', { assessor: {} }, 'the assessor must be a ClaimAssessor'],
    ['a judge beside an assessor', { assessor: singlePassAssessor({ judge }), judge }, 'judge beside an assessor has no effect'],
    ['votes beside the long form', { extractor: sentenceExtractor(), verifier, votes: 3 }, 'votes beside extractor and verifier'],
    ['a screen with claims by a model', { judge: verifier, claims: 'llm' }, 'claims: "llm" needs a model'],
    ['requireQuote beside a verifier', { judge: verifier, requireQuote: true }, 'requireQuote has no effect'],
    ['unknown claims', { judge, claims: 'words' }, 'claims is "words"'],
    ['minQuote out of range', { judge, minQuote: 0 }, 'minQuote is 0'],
    ['a blank name', { judge, name: ' ' }, 'the name is blank'],
    ['no judge', {}, 'judge must be a model'],
    ['the id of a judge', { judge: 'openai:gpt-5-mini' }, 'Pass await judgeFrom("openai:gpt-5-mini"); judgeFrom comes with "assay".'],
    [
      'a judge that lacks fields',
      { judge: { ...judge, modelId: undefined, capabilities: null, fingerprint: undefined } },
      'it has no modelId (string), no capabilities (object), no fingerprint (object)',
    ],
    ['a judge of another version', { judge: { ...judge, specificationVersion: 'v2' } }, 'judge has specificationVersion "v2"'],
    ['an extractor alone', { extractor: sentenceExtractor() }, 'must both be given'],
    ['a judge beside the long form', { extractor: sentenceExtractor(), verifier, judge }, 'judge beside extractor and verifier'],
  ]
  test.each(wrong)('%s', (_name, options, message) => {
    const make = (): unknown => contextRecall(options as ContextRecallOptions)
    expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
    expect(make).toThrow(message)
  })
})

test('an extractor whose ids repeat is caught', async () => {
  const extractor: ClaimExtractor = {
    id: 'mine',
    version: '1',
    signature: 'mine@1',
    extract: async () => ({
      claims: [
        { id: 'c1', text: 'A b.' },
        { id: 'c1', text: 'C d.' },
      ],
    }),
  }
  const score = await contextRecall({ extractor, verifier: llmVerifier({ judge: scriptedAdapter([]) }) }).score({
    reference: 'A b.',
    retrievedContexts: ['A.'],
  })
  expect(score).toMatchObject({ status: 'unscored', cause: 'config' })
})

import { type ClaimExtractor, llmVerifier, sentenceExtractor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

describe('options that cannot be followed are config errors', () => {
  const judge = scriptedAdapter([])
  const verifier = llmVerifier({ judge })
  const wrong: [string, object, string][] = [
    ['another strategy', { judge, strategy: 'per-claim' }, 'strategy "per-claim" does not exist; there is "batched"'],
    ['a screen with claims by a model', { judge: verifier, claims: 'llm' }, 'claims: "llm" needs a model'],
    ['requireQuote beside a verifier', { judge: verifier, requireQuote: true }, 'requireQuote has no effect'],
    ['unknown claims', { judge, claims: 'words' }, 'claims is "words"'],
    ['minQuote out of range', { judge, minQuote: 0 }, 'minQuote is 0'],
    ['a blank name', { judge, name: ' ' }, 'the name is blank'],
    ['no judge', {}, 'judge must be a model'],
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
    extract: async () => [
      { id: 'c1', text: 'A b.' },
      { id: 'c1', text: 'C d.' },
    ],
  }
  const score = await contextRecall({ extractor, verifier: llmVerifier({ judge: scriptedAdapter([]) }) }).score({
    reference: 'A b.',
    retrievedContexts: ['A.'],
  })
  expect(score).toMatchObject({ status: 'unscored', cause: 'config' })
})

import { lexicalScreen, llmSentenceRelevance, llmUsefulness, llmVerifier, panel, sentenceExtractor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { expect, test } from 'vitest'
import { contextEntityRecall, contextPrecision, contextRelevance } from './index.ts'
import { precisionOf } from './precision-of-ranks.ts'

const judge = scriptedAdapter([], { provider: 'openai', modelId: 'm' })
const verifier = llmVerifier({ judge })

test.each<[string, (options: never) => unknown, object, string]>([
  [
    'another text',
    contextPrecision,
    { judge, against: 'question' },
    'against "question" does not exist; there are "reference" and "response"',
  ],
  ['another aggregate', contextPrecision, { judge, aggregate: 'mean' }, 'aggregate "mean" does not exist'],
  ['another way', contextPrecision, { judge, by: 'ids' }, 'by "ids" does not exist'],
  ['claims by usefulness', contextPrecision, { judge, claims: 'sentences' }, 'claims has no effect by usefulness, which splits nothing'],
  [
    'another strategy',
    contextPrecision,
    { judge, strategy: 'per-claim' },
    'strategy "per-claim" does not exist; there are "per-context" and "batched"',
  ],
  [
    'a strategy of the other way',
    contextPrecision,
    { judge, by: 'claims', strategy: 'per-context' },
    'strategy "per-context" does not exist',
  ],
  ['a verifier of claims', contextPrecision, { judge: verifier }, 'openai:m verifies something else; give a model, or llmUsefulness()'],
  ['a panel of models', contextPrecision, { judge: panel([judge, judge, judge]) }, 'verifies something else'],
  ['a prompt of the other way', contextPrecision, { judge, prompts: { verdicts: {} } }, 'prompts.verdicts is not sent'],
  [
    'a quote beside a verifier',
    contextPrecision,
    { judge: llmUsefulness({ judge }), requireQuote: true },
    'requireQuote has no effect on openai:m',
  ],
  ['a screen', contextRelevance, { judge: lexicalScreen() }, 'lexical@1 verifies something else'],
  ['another unit', contextRelevance, { judge, unit: 'word' }, 'unit "word" does not exist; there are "context" and "sentence"'],
  ['a strategy for sentences', contextRelevance, { judge, unit: 'sentence', strategy: 'batched' }, 'strategy has no effect on sentences'],
  [
    'contexts for sentences',
    contextRelevance,
    { judge: llmUsefulness({ judge }), unit: 'sentence' },
    'give a model, or llmSentenceRelevance()',
  ],
  ['sentences for contexts', contextRelevance, { judge: llmSentenceRelevance({ judge }) }, 'give a model, or llmUsefulness()'],
  ['another match', contextEntityRecall, { judge, match: 'fuzzy' }, 'match "fuzzy" does not exist; there are "judge" and "text"'],
  ['votes with a match by text', contextEntityRecall, { judge, match: 'text', votes: 3 }, 'votes has no effect with match: "text"'],
  [
    'a strategy beside a verifier',
    contextEntityRecall,
    { judge, verifier, strategy: 'per-claim' },
    'strategy has no effect beside a verifier',
  ],
  [
    'a verifier that finds names',
    contextEntityRecall,
    { judge: verifier },
    'judge must be a model (an LLMAdapter), since it finds the names',
  ],
  ['an extractor alone', contextPrecision, { extractor: sentenceExtractor(), by: 'claims' }, 'extractor and verifier must both be given'],
])('%s is a configuration error', (_what, factory, options, message) => {
  const make = () => factory(options as never)
  expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
  expect(make).toThrow(message)
})

test('signatures name what was called and how, defaults left out', () => {
  expect(contextPrecision({ judge }).signature).toMatch(
    /^context_precision\|strategy:per-context\|judge:openai%3Am\|prompt:[0-9a-f]{6}\|v1$/,
  )
  expect(
    contextPrecision({ judge, against: 'response', strategy: 'batched', aggregate: 'share', votes: 3, requireQuote: true }).signature,
  ).toMatch(
    /^context_precision\|strategy:batched\|judge:votes\(openai%3Am\(requireQuote=true\);3\)\|against:response\|aggregate:share\|prompt:/,
  )
  expect(contextPrecision({ judge, by: 'claims' }).signature).toMatch(
    /^context_precision\|strategy:batched\|judge:openai%3Am\|by:claims\|prompt:/,
  )
  expect(contextRelevance({ judge, unit: 'sentence' }).signature).toMatch(
    /^context_relevance\|strategy:batched\|judge:openai%3Am\|unit:sentence\|prompt:/,
  )
  expect(contextEntityRecall({ judge, match: 'text' }).signature).toMatch(/^context_entity_recall\|judge:openai%3Am\|match:text\|prompt:/)
  expect(contextEntityRecall({ judge, verifier: lexicalScreen() }).signature).toMatch(
    /^context_entity_recall\|strategy:batched\|judge:lexical@1\|entities:openai%3Am\|prompt:/,
  )
})

test('average precision is in [0, 1], exactly 1 where no useless context stands above a useful one, and 0 where none is useful', () => {
  expect(precisionOf([true, true, false], 'average')).toBe(1)
  expect(precisionOf([false, false], 'average')).toBe(0)
  expect(precisionOf([false, true, true], 'average')).toBe((1 / 2 + 2 / 3) / 2)
  expect(precisionOf([false, true, true], 'share')).toBe(2 / 3)
})

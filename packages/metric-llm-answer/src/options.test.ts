import type { EmbeddingAdapter } from '@assay/core'
import { lexicalScreen, llmClaimRelevance, llmExtractor, llmVerifier, panel, sentenceExtractor, votes } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { answerRelevancy, claimUtilization, factualCorrectness, factuality, faithfulness, llmRubric, noiseSensitivity } from './index.ts'

const judge = scriptedAdapter([])
const verifier = llmVerifier({ judge })
const embedding: EmbeddingAdapter = {
  specificationVersion: 'v1',
  provider: 'p',
  modelId: 'e',
  fingerprint: {},
  maxBatch: 1,
  doEmbed: () => Promise.reject(new Error('not asked')),
}

test.each<[string, (options: never) => unknown, object, string]>([
  [
    'another strategy',
    faithfulness,
    { judge, strategy: 'single-pass' },
    'faithfulness: strategy "single-pass" does not exist; there are "batched" and "per-claim"',
  ],
  ['a blank name', faithfulness, { judge, name: ' ' }, 'the name is blank'],
  ['the id of a judge', faithfulness, { judge: 'openai:x' }, 'Pass await judgeFrom("openai:x")'],
  ['a prompt that is not sent', faithfulness, { judge, prompts: { claims: {} } }, 'prompts.claims is not sent with these options'],
  [
    'a prompt that there is not',
    faithfulness,
    { judge, prompts: { claim: {} } },
    'there is no prompt "claim"; there are answerClaims, verdicts',
  ],
  [
    'a prompt for claims by sentences',
    faithfulness,
    { judge, claims: 'sentences', prompts: { answerClaims: {} } },
    'prompts.answerClaims is not sent',
  ],
  [
    'requireQuote beside a verifier',
    faithfulness,
    { judge: verifier, requireQuote: true },
    'requireQuote has no effect on scripted:scripted',
  ],
  ['votes of a screen', faithfulness, { judge: lexicalScreen(), votes: 3 }, 'lexical@1 is a screen'],
  ['an extractor alone', faithfulness, { extractor: sentenceExtractor() }, 'extractor and verifier must both be given'],
  [
    'a judge beside the long form',
    claimUtilization,
    { extractor: sentenceExtractor(), verifier, judge },
    'judge beside extractor and verifier has no effect',
  ],
  ['another mode', factualCorrectness, { judge, mode: 'f1' }, 'mode "f1" does not exist; there are "f", "precision" and "recall"'],
  ['beta of a precision', factualCorrectness, { judge, mode: 'precision', beta: 2 }, 'beta has no effect with the mode "precision"'],
  ['a beta of 0', factualCorrectness, { judge, beta: 0 }, 'beta is 0; it must be a number above 0, at most 1000'],
  ['another kind of noise', noiseSensitivity, { judge, mode: 'any' }, 'mode "any" does not exist; there are "relevant" and "irrelevant"'],
  [
    'a verifier of claims for relevance',
    answerRelevancy,
    { judge: verifier },
    'scripted:scripted verifies something else; give a model, or llmClaimRelevance()',
  ],
  ['a panel of them', answerRelevancy, { judge: panel([judge, judge, judge]) }, 'verifies something else'],
  ['questions without embeddings', answerRelevancy, { judge, questions: 5 }, 'questions are written only with an embedding model'],
  ['no questions', answerRelevancy, { judge, embedding, questions: 0 }, 'the number of questions is 0'],
  ['votes on questions', answerRelevancy, { judge, embedding, votes: 3 }, 'votes has no effect beside embedding'],
  ['an id for an embedding model', answerRelevancy, { judge, embedding: 'openai:x' }, 'embedding must be an embedding model'],
  [
    'a prompt of the other way',
    answerRelevancy,
    { judge, embedding, prompts: { claimRelevance: {} } },
    'prompts.claimRelevance is not sent',
  ],
  [
    'an unknown category',
    factuality,
    { judge, weights: { partial: 1 } },
    'there is no category "partial"; there are subset, superset, same, disagrees, differs',
  ],
  ['a weight out of range', factuality, { judge, weights: { same: 2 } }, 'the weight of same is 2; it must be in [0, 1]'],
  ['a verifier for a category', factuality, { judge: verifier }, 'factuality: judge must be a model'],
  ['a blank rubric', llmRubric, { judge, rubric: ' ' }, 'the rubric is blank'],
  [
    'parts of a prompt beside a prompt',
    llmRubric,
    { judge, rubric: 'r', rubricPrompt: '{{output}}', prompts: { rubric: {} } },
    'prompts.rubric is not sent',
  ],
])('%s is a configuration error', (_what, factory, options, message) => {
  const make = () => factory(options as never)
  expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
  expect(make).toThrow(message)
})

describe('signatures', () => {
  const named = scriptedAdapter([], { provider: 'openai', modelId: 'm' })

  test('name what was called and how, defaults left out', () => {
    expect(faithfulness({ judge: named }).signature).toMatch(/^faithfulness\|strategy:batched\|judge:openai%3Am\|prompt:[0-9a-f]{6}\|v1$/)
    expect(factualCorrectness({ judge: named, beta: 2 }).signature).toMatch(
      /^factual_correctness\|strategy:batched\|judge:openai%3Am\|beta:2\|prompt:/,
    )
    expect(factualCorrectness({ judge: named, mode: 'recall' }).signature).toMatch(/^factual_recall\|/)
    expect(noiseSensitivity({ judge: named, mode: 'irrelevant' }).signature).toMatch(/^noise_sensitivity_irrelevant\|/)
    expect(answerRelevancy({ judge: named }).signature).toMatch(/^answer_relevancy\|strategy:batched\|judge:openai%3Am\|by:claims\|prompt:/)
    expect(answerRelevancy({ judge: named, embedding, questions: 5 }).signature).toMatch(
      /^answer_relevancy\|judge:openai%3Am\|by:questions\|questions:5\|embedding:p%3Ae@1-[0-9a-f]{6}\|prompt:/,
    )
    expect(factuality({ judge: named, weights: { subset: 0.4, same: 1 } }).signature).toMatch(
      /^factuality\|judge:openai%3Am\|weights:subset=0\.4\|prompt:/,
    )
    expect(faithfulness({ judge: votes(named, 3) }).signature).toContain('|judge:votes(openai%3Am;3)|')
  })

  test('change with every option that can change a score, and with no other', () => {
    const forms = [
      faithfulness({ judge }),
      faithfulness({ judge, strategy: 'per-claim' }),
      faithfulness({ judge, claims: 'sentences' }),
      faithfulness({ judge, votes: 3 }),
      faithfulness({ judge, requireQuote: true }),
      faithfulness({ judge, requireQuote: true, minQuote: 5 }),
      faithfulness({ judge, grouping: false }),
      faithfulness({ judge, language: 'de' }),
      faithfulness({ judge, prompts: { answerClaims: { version: 'mine' } } }),
      faithfulness({ judge, prompts: { verdicts: { version: 'mine' } } }),
      llmRubric({ judge, rubric: 'a' }),
      llmRubric({ judge, rubric: 'b' }),
      llmRubric({ judge, rubric: 'a', rubricPrompt: '{{output}} {{rubric}}' }),
      answerRelevancy({ judge, votes: 3 }),
      answerRelevancy({ judge, claims: 'sentences' }),
      answerRelevancy({ judge, prompts: { claimRelevance: { version: 'mine' } } }),
    ]
    expect(new Set(forms.map(({ signature }) => signature)).size).toBe(forms.length)
    expect(faithfulness({ judge, name: 'mine' })).toMatchObject({ name: 'mine', signature: faithfulness({ judge }).signature })
  })

  test('are the same for the long form', () => {
    const long = faithfulness({ extractor: llmExtractor({ judge }), verifier })
    expect([long.signature, long.config]).toEqual([faithfulness({ judge }).signature, faithfulness({ judge }).config])
    const relevance = answerRelevancy({ extractor: llmExtractor({ judge }), verifier: llmClaimRelevance({ judge }) })
    expect(relevance.signature).toBe(answerRelevancy({ judge }).signature)
  })

  test('of metrics that split no response do not change with the prompt for one', () => {
    const own = llmExtractor({ judge, answerPrompt: { version: 'mine' } })
    expect(claimUtilization({ extractor: own, verifier }).signature).toBe(claimUtilization({ judge }).signature)
    expect(faithfulness({ extractor: own, verifier }).signature).not.toBe(faithfulness({ judge }).signature)
  })
})

test('what is better when lower says so', () => {
  expect([noiseSensitivity({ judge }), faithfulness({ judge })].map(({ direction }) => direction)).toEqual(['minimize', 'maximize'])
})

test('a run is told who decided, and how far votes agreed', async () => {
  const told = scriptedAdapter((call) =>
    call.output?.name === 'answer_claims'
      ? '{"claims":["It rains."],"declines":false}'
      : '{"verdicts":[{"claim":"c1","reason":"r","evidence":[],"supported":true}]}',
  )
  const metric = faithfulness({ judge: told, votes: 3 })
  const summary = metric.summarize?.()
  summary?.add(await metric.score({ response: 'It rains.', retrievedContexts: ['It rains.'] }), { id: 'a' })
  expect(summary?.result()).toMatchObject({ claims: 1, votes: { claims: 1, unanimous: 1 }, decidedBy: { 'votes(scripted:scripted;3)': 1 } })
})

import { type AnyMetric, AssayError, createDirectRuntime, type Sample, scoreRow } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { idsIn, type Told, toldJudge, verdicts } from '../__fixtures__/told-judge.ts'
import {
  answerRelevancy,
  claimUtilization,
  contextEntityRecall,
  contextPrecision,
  contextRelevance,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  llmRubric,
  llmVerifier,
  noiseSensitivity,
  sentenceExtractor,
  selfKnowledge,
  votes,
} from '../index.ts'

type Judge = ReturnType<typeof toldJudge>

const runtime = createDirectRuntime({ retry: { maxAttempts: 1 } })
const sample = {
  userInput: 'Where is Oslo?',
  reference: 'Oslo is in Norway.',
  response: 'Oslo lies in Norway, by a fjord.',
  retrievedContexts: ['Norway has Oslo.', 'Fish are sold here.'],
} as const satisfies Sample

const metrics = {
  faithfulness: (judge: Judge) => faithfulness({ judge }),
  factual_correctness: (judge: Judge) => factualCorrectness({ judge }),
  factual_precision: (judge: Judge) => factualCorrectness({ judge, mode: 'precision' }),
  factual_recall: (judge: Judge) => factualCorrectness({ judge, mode: 'recall' }),
  hallucination: (judge: Judge) => hallucination({ judge }),
  self_knowledge: (judge: Judge) => selfKnowledge({ judge }),
  noise_sensitivity: (judge: Judge) => noiseSensitivity({ judge }),
  noise_sensitivity_irrelevant: (judge: Judge) => noiseSensitivity({ judge, mode: 'irrelevant' }),
  claim_utilization: (judge: Judge) => claimUtilization({ judge }),
  answer_relevancy: (judge: Judge) => answerRelevancy({ judge }),
  factuality: (judge: Judge) => factuality({ judge }),
  llm_rubric: (judge: Judge) => llmRubric({ judge, rubric: 'Is kind.' }),
  context_precision: (judge: Judge) => contextPrecision({ judge }),
  precision_of_response: (judge: Judge) => contextPrecision({ judge, against: 'response' }),
  context_relevance: (judge: Judge) => contextRelevance({ judge }),
  context_entity_recall: (judge: Judge) => contextEntityRecall({ judge }),
} as const

type Name = keyof typeof metrics
const names = Object.keys(metrics) as Name[]
const without = (...left: Name[]): Name[] => names.filter((name) => !left.includes(name))
const needing = (field: keyof Sample): Name[] =>
  names.filter((name) => (metrics[name](toldJudge({})).needs as readonly string[]).includes(field))

async function score(name: Name, told: Told, given: Partial<Record<keyof Sample, unknown>> = {}) {
  const judge = toldJudge(told)
  const result = await scoreRow(metrics[name](judge) as unknown as AnyMetric, { ...sample, ...given } as Sample, runtime)
  return { result, calls: judge.calls.length, value: result.status === 'scored' ? result.value : result.cause }
}

const says = { claims: ['Oslo lies in Norway.', 'Oslo lies by a fjord.'], declines: false }

describe('a row that needs no call', () => {
  test.each(
    (['userInput', 'reference', 'response', 'retrievedContexts'] as const).flatMap((field) =>
      needing(field).map((name) => [name, field] as const),
    ),
  )('%s without %s is unscored as missing_field', async (name, field) =>
    expect(await score(name, {}, { [field]: undefined })).toMatchObject({ value: 'missing_field', calls: 0 }),
  )

  test.each(needing('reference'))('%s with a blank reference is unscored as empty_reference', async (name) => {
    expect(await score(name, {}, { reference: ' \n' })).toMatchObject({ value: 'empty_reference', calls: 0 })
    expect(await score(name, {}, { reference: '', response: '', retrievedContexts: [] })).toMatchObject({
      value: 'empty_reference',
      calls: 0,
    })
  })

  test.each(needing('userInput'))('%s with a blank question is unscored as empty_user_input', async (name) => {
    expect(await score(name, {}, { userInput: '\u00A0' })).toMatchObject({ value: 'empty_user_input', calls: 0 })
  })

  test.each(
    needing('response').filter(
      (name) => !['factual_correctness', 'factual_recall', 'answer_relevancy', 'claim_utilization', 'llm_rubric'].includes(name),
    ),
  )('%s with a blank response is unscored as empty_response', async (name) =>
    expect(await score(name, {}, { response: '' })).toMatchObject({ value: 'empty_response', calls: 0 }),
  )

  test.each(['factual_correctness', 'factual_recall', 'answer_relevancy'] as const)('%s with a blank response is 0', async (name) => {
    expect(await score(name, {}, { response: ' ' })).toMatchObject({ value: 0, calls: 0 })
  })

  test.each(['context_precision', 'precision_of_response', 'context_relevance', 'context_entity_recall'] as const)(
    '%s where nothing was retrieved is 0',
    async (name) => {
      for (const retrievedContexts of [[], [' ', '']])
        expect(await score(name, {}, { retrievedContexts })).toMatchObject({ value: 0, calls: 0 })
    },
  )

  test.each(['factual_correctness', 'factual_precision', 'factual_recall'] as const)('%s of equal texts is 1', async (name) => {
    expect(await score(name, {}, { reference: 'Caf\u00E9.', response: ' Cafe\u0301.\n' })).toMatchObject({ value: 1, calls: 0 })
    expect((await score(name, {}, { reference: 'Oslo.', response: 'oslo.' })).calls).toBeGreaterThan(0)
  })

  test('utilization where nothing was retrieved has nothing recalled, also of a blank response', async () => {
    expect(await score('claim_utilization', {}, { retrievedContexts: [' '], response: '' })).toMatchObject({
      value: 'nothing_recalled',
      calls: 0,
    })
  })
})

describe('a blank response', () => {
  test('uses nothing of what was recalled, and is not verified', async () => {
    const told = { verdicts: (call: never) => verdicts(call, () => true) }
    expect(await score('claim_utilization', told, { response: '' })).toMatchObject({ value: 0, calls: 2 })
    expect(await score('claim_utilization', {}, { response: '' })).toMatchObject({ value: 'nothing_recalled', calls: 2 })
  })

  test('is asked about by a rubric', async () => {
    expect(await score('llm_rubric', { rubric: { reason: 'r', pass: true, score: 1 } }, { response: '' })).toMatchObject({
      value: 1,
      calls: 1,
    })
  })
})

describe.each([
  ['English', 'I am sorry, but the documents do not say.'],
  ['German', 'Dazu kann ich leider nichts sagen.'],
  ['French', 'Je ne trouve pas cette information dans les documents.'],
  ['Japanese', '申し訳ありませんが、わかりません。'],
  ['Arabic', 'عذرًا، لا أعرف الإجابة.'],
])('a refusal in %s', (_language, response) => {
  const declines: Told = { answer_claims: { claims: [], declines: true } }

  test.each([
    'faithfulness',
    'factual_precision',
    'hallucination',
    'self_knowledge',
    'noise_sensitivity',
    'noise_sensitivity_irrelevant',
  ] as const)('is no number for %s, after one call that held it as it is', async (name) => {
    const judge = toldJudge(declines)
    const result = await scoreRow(metrics[name](judge) as unknown as AnyMetric, { ...sample, response }, runtime)
    expect(result).toMatchObject({ status: 'unscored', cause: 'declined' })
    expect(judge.calls).toHaveLength(1)
    expect(judge.calls[0]?.messages[1]?.parts[0]?.text).toContain(`>\n${response}\n</answer-`)
  })

  test('answers nothing, and states nothing of the reference', async () => {
    expect(await score('answer_relevancy', declines, { response })).toMatchObject({ value: 0, calls: 1 })
    expect(await score('factual_correctness', declines, { response })).toMatchObject({ value: 0, calls: 3 })
    expect(await score('factual_recall', declines, { response })).toMatchObject({ value: 0, calls: 2 })
  })
})

describe('a response without claims', () => {
  test.each([
    'faithfulness',
    'factual_precision',
    'factual_correctness',
    'hallucination',
    'self_knowledge',
    'noise_sensitivity',
    'answer_relevancy',
  ] as const)('that is small talk is asked about once more by %s, and then has none', async (name) => {
    const told: Told = { answer_claims: { claims: ['…', ' '], declines: false } }
    const { value, result, calls } = await score(name, told, { response: 'Good morning! How are you?' })
    expect(value).toBe('no_claims')
    expect(calls).toBe(name === 'factual_correctness' ? 4 : 2)
    expect(result.reason).toContain('No claim was found in the response')
  })

  test('that declines and states the reference all the same was not split: no F is made up', async () => {
    const told: Told = { answer_claims: { claims: [], declines: true }, verdicts: (call) => verdicts(call, () => true) }
    const { result } = await score('factual_correctness', told)
    expect(result).toMatchObject({ cause: 'no_claims', reason: expect.stringContaining('it states 1 of 1 claims of the reference') })
  })

  test('by sentences never declines: what it says is a claim', async () => {
    const judge = toldJudge({})
    const metric = faithfulness({ extractor: sentenceExtractor(), verifier: llmVerifier({ judge }) })
    expect(await scoreRow(metric, { ...sample, response: 'I do not know.' }, runtime)).toMatchObject({ value: 0 })
  })
})

describe('claims', () => {
  test('that repeat after NFC, are blank or only punctuation do not count', async () => {
    const told: Told = {
      answer_claims: { claims: ['Caf\u00E9.', ' Cafe\u0301. ', '', '…', 'It rains.'], declines: false },
      verdicts: (call) => verdicts(call, (id) => id === 'c1'),
    }
    expect((await score('faithfulness', told)).value).toBe(0.5)
  })

  test('that are cut or refused leave the row unscored', async () => {
    expect((await score('faithfulness', { answer_claims: { text: '', finishReason: 'refusal' } })).value).toBe('refused')
    expect((await score('faithfulness', { answer_claims: { text: '{"claims":["a', finishReason: 'length' } })).value).toBe('truncated')
  })
})

describe('a wrong set of ids', () => {
  const wrong: Readonly<Record<string, (ids: string[]) => string[]>> = {
    'a missing one': (ids) => ids.slice(1),
    'a foreign one': (ids) => [...ids, 'c9'],
    'a repeated one': (ids) => [...ids, ...ids.slice(0, 1)],
  }
  const sides = Object.entries(wrong)

  test.each(sides)('of verdicts, %s, is repaired once by name', async (_what, distort) => {
    const reply = (ids: string[]) => ({ verdicts: ids.map((claim) => ({ claim, reason: 'r', evidence: [], supported: true })) })
    const judge = toldJudge({ answer_claims: says, verdicts: (call, index) => reply(index === 1 ? distort(idsIn(call)) : ['c1', 'c2']) })
    const result = await scoreRow(faithfulness({ judge }), sample, runtime)
    expect(result).toMatchObject({
      value: 1,
      detail: { repairs: [expect.stringMatching(/^response by contexts: verdicts: requested again/)] },
    })
    expect(judge.calls).toHaveLength(3)
    expect((await score('faithfulness', { answer_claims: says, verdicts: (call) => reply(distort(idsIn(call))) })).value).toBe(
      'invalid_reply',
    )
  })

  test.each(sides)('of relevance, %s, is no answer', async (_what, distort) => {
    const told: Told = {
      answer_claims: says,
      claim_relevance: (call) => ({
        claims: distort(['c1', 'c2']).map((claim) => ({ claim, reason: 'r', helps: idsIn(call).length > 0 })),
      }),
    }
    expect(await score('answer_relevancy', told)).toMatchObject({ value: 'invalid_reply', calls: 3 })
  })

  test('a context without verdict is no "no"', async () => {
    const told: Told = { usefulness: { passages: [] } }
    for (const name of ['context_precision', 'context_relevance'] as const) expect((await score(name, told)).value).toBe('invalid_reply')
  })
})

describe('failures', () => {
  const fails = (kind: 'timeout' | 'refused' | 'content_filter') => new AssayError({ kind, message: kind })

  test.each(['hallucination', 'self_knowledge', 'noise_sensitivity', 'factual_correctness', 'claim_utilization'] as const)(
    'of one cell leave %s unscored, whatever the other says',
    async (name) => {
      let cells = 0
      const told: Told = { answer_claims: says, verdicts: (call) => ((cells += 1) === 2 ? fails('timeout') : verdicts(call, () => true)) }
      expect((await score(name, told)).value).toBe('timeout')
    },
  )

  test('of several cells count in their order, not by which came first', async () => {
    const order = (first: 'contexts' | 'text'): Told => ({
      answer_claims: says,
      async verdicts(call) {
        const isJoint = call.messages[1]?.parts[0]?.text.includes('number="2"') === true
        if (isJoint === (first === 'text')) await new Promise((resolve) => setImmediate(resolve))
        return fails(isJoint ? 'refused' : 'content_filter')
      },
    })
    for (const first of ['contexts', 'text'] as const) expect((await score('hallucination', order(first))).value).toBe('refused')
    const both: Told = { claims: fails('refused'), answer_claims: fails('timeout') }
    expect((await score('factual_correctness', both)).value).toBe('refused')
  })

  test('show the claims that were known', async () => {
    const { result } = await score('faithfulness', { answer_claims: says, verdicts: fails('timeout') })
    expect(result.detail).toMatchObject({ claims: [{ id: 'c1', text: 'Oslo lies in Norway.' }, { id: 'c2' }] })
    expect(result.usage.calls).toBe(2)
  })
})

describe('votes without a majority', () => {
  /** Of three votes one fails and the two others differ. */
  const torn = () => {
    let vote = 0
    return toldJudge({
      answer_claims: says,
      verdicts(call) {
        vote += 1
        return vote % 3 === 0 ? new AssayError({ kind: 'refused', message: 'no' }) : verdicts(call, () => vote % 3 === 1)
      },
    })
  }
  const tied = (judge: Judge) => votes(llmVerifier({ judge }), 3, { quorum: 2 })

  test.each([
    ['faithfulness', (judge: Judge) => faithfulness({ judge: tied(judge) })],
    ['hallucination', (judge: Judge) => hallucination({ judge: tied(judge) })],
    ['factual correctness', (judge: Judge) => factualCorrectness({ judge: tied(judge) })],
    ['utilization', (judge: Judge) => claimUtilization({ judge: tied(judge) })],
    ['precision by claims', (judge: Judge) => contextPrecision({ judge: tied(judge), by: 'claims' })],
  ] as const)('leave %s unscored', async (_name, make) => {
    const metric = make(torn()) as unknown as AnyMetric
    expect(await scoreRow(metric, { ...sample, retrievedContexts: ['Norway has Oslo.'] }, runtime)).toMatchObject({ cause: 'no_majority' })
  })
})

describe('evidence', () => {
  const quoting: Told = {
    answer_claims: says,
    verdicts(call) {
      const [, text = ''] = /<context-\w+ number="1">\n([^]*?)\n<\/context/.exec(call.messages[1]?.parts[0]?.text ?? '') ?? []
      return { verdicts: idsIn(call).map((claim) => ({ claim, reason: 'r', evidence: [{ context: 1, quote: text }], supported: true })) }
    },
  }

  test('says in which text it stands', async () => {
    const { result } = await score('factual_correctness', quoting)
    expect(result.detail).toMatchObject({
      response: { verdicts: [{ evidence: [{ against: 'reference', context: 0, quote: sample.reference, verified: true }] }, {}] },
      reference: { verdicts: [{ evidence: [{ against: 'response', context: 0, quote: sample.response, verified: true }] }] },
    })
    const { result: grounded } = await score('faithfulness', quoting)
    expect(grounded.detail).toMatchObject({ verdicts: [{ evidence: [{ context: 0, quote: 'Norway has Oslo.' }] }, {}] })
    expect(JSON.stringify(grounded)).not.toContain('"against"')
  })

  test('of a single context is placed in the full list', async () => {
    const told: Told = { ...quoting, claims: { claims: ['Oslo is in Norway.'] } }
    const judge = toldJudge(told)
    const result = await scoreRow(
      contextPrecision({ judge, by: 'claims' }),
      { ...sample, retrievedContexts: ['', 'Norway has Oslo.', 'Norway has Oslo.', 'Fish are sold here.'] },
      runtime,
    )
    expect(result.detail?.retrieved).toMatchObject([
      { index: 1, useful: true, evidence: [{ context: 1, verified: true }] },
      { index: 3, useful: true, evidence: [{ context: 3, verified: true }] },
    ])
  })

  test('is asked for by requireQuote in every cell', async () => {
    const yes: Told = { answer_claims: says, verdicts: (call) => verdicts(call, () => true) }
    for (const requireQuote of [false, true]) {
      const judge = toldJudge(yes)
      expect(await scoreRow(factualCorrectness({ judge, mode: 'precision', requireQuote }), sample, runtime)).toMatchObject({
        value: requireQuote ? 0 : 1,
      })
    }
  })
})

test.each(without('factuality', 'llm_rubric', 'context_relevance', 'context_entity_recall', 'answer_relevancy'))(
  '%s reads a question where there is one, and does without',
  async (name) => {
    const { result } = await score(name, { answer_claims: says }, { userInput: undefined })
    expect(result.status === 'scored' ? 'scored' : result.cause).not.toBe('missing_field')
  },
)

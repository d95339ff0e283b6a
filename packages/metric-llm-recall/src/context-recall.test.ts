import { readFileSync } from 'node:fs'
import {
  AssayError,
  createDirectRuntime,
  type FinishReason,
  type LLMCall,
  type Runtime,
  type Score,
  scoreRow,
  Suspended,
} from '@assay/core'
import { type ClaimVerifier, sentenceExtractor } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'

type Sample = { reference: string; retrievedContexts: string[]; userInput?: string; response?: string }
type Golden = {
  id: string
  claims: { id: string; text: string }[] | null
  verdicts?: unknown[]
  /** One reply for each vote. */
  votes?: unknown[][]
  sample?: Sample
  judgeCalls?: number
  finishReason?: FinishReason
  expected: number | { unscored: string }
}

const goldens = JSON.parse(readFileSync(new URL('./__fixtures__/llm-recall-formula.json', import.meta.url), 'utf8')) as { cases: Golden[] }

const sample: Sample = {
  reference: 'Rolf Anker built the Tamsel mill from 1902 to 1904. It stands in Brenn.',
  retrievedContexts: ['The Tamsel mill was built from 1902 to 1904.'],
  userInput: 'Who built the Tamsel mill?',
}
const usage = { calls: 1, inputTokens: 100, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 20, reasoningTokens: 0 }

const claimsReply = (...claims: string[]): string => JSON.stringify({ claims })
const verdictsReply = (...supported: unknown[]): string =>
  JSON.stringify({ verdicts: supported.map((held, index) => ({ claim: `c${index + 1}`, reason: 'r', evidence: [], supported: held })) })

/** A judge that answers each kind of call with its own text. */
function judgeOf(claims: string, verdicts: string): ScriptedAdapter {
  return scriptedAdapter((call) => ({ text: isExtraction(call) ? claims : verdicts, usage }))
}

function isExtraction(call: LLMCall): boolean {
  return call.output?.name === 'claims'
}

function userTexts(call: LLMCall | undefined): string {
  return (call?.messages[1]?.parts ?? []).map(({ text }) => text).join('')
}

describe('the formula', () => {
  test.each(goldens.cases)('$id', async ({ claims, verdicts, votes, sample: given, judgeCalls, finishReason = 'stop', expected }) => {
    const texts = claims?.map(({ text }) => text) ?? []
    // The extraction is the first call.
    const judge = scriptedAdapter((call, index) =>
      isExtraction(call) ? claimsReply(...texts) : { text: JSON.stringify({ verdicts: votes?.[index - 1] ?? verdicts }), finishReason },
    )
    const score = await contextRecall({ judge, votes: votes?.length }).score(given ?? sample)
    if (typeof expected === 'number') {
      expect(score.status).toBe('scored')
      expect(score.value).toBeCloseTo(expected, 9)
    } else {
      expect(score).toMatchObject({ status: 'unscored', value: null })
      if (expected.unscored !== '*') expect(score).toMatchObject({ cause: expected.unscored })
    }
    if (judgeCalls !== undefined) expect(judge.calls).toHaveLength(judgeCalls)
  })

  test('all supported is exactly 1, none exactly 0, one of three exactly 1/3', async () => {
    const three = claimsReply('A b.', 'C d.', 'E f.')
    const value = async (...held: boolean[]) => (await contextRecall({ judge: judgeOf(three, verdictsReply(...held)) }).score(sample)).value
    expect(await value(true, true, true)).toBe(1)
    expect(await value(false, false, false)).toBe(0)
    expect(await value(false, true, false)).toBe(1 / 3)
  })
})

test('a score tells in one sentence and in detail how it came about', async () => {
  const judge = judgeOf(
    claimsReply('Rolf Anker built the Tamsel mill.', 'The Tamsel mill was built from 1902 to 1904.'),
    JSON.stringify({
      verdicts: [
        { claim: 'c2', reason: 'Stated.', evidence: [{ context: 1, quote: 'built from 1902 to 1904' }], supported: true },
        { claim: 'c1', reason: 'No builder is named.', evidence: [], supported: false },
      ],
    }),
  )
  const score = await contextRecall({ judge }).score(sample)
  expect(score).toMatchObject({
    status: 'scored',
    value: 0.5,
    reason: '1 of 2 claims are supported by the retrieved contexts.',
    usage: { calls: 2, inputTokens: 200, outputTokens: 40 },
    detail: {
      strategy: 'batched',
      extractor: 'scripted:scripted',
      verifier: 'scripted:scripted',
      claims: [
        { id: 'c1', text: 'Rolf Anker built the Tamsel mill.' },
        { id: 'c2', text: 'The Tamsel mill was built from 1902 to 1904.' },
      ],
      verdicts: [
        { claim: 'c1', outcome: 'unsupported', reason: 'No builder is named.' },
        { claim: 'c2', outcome: 'supported', evidence: [{ context: 0, verified: true }] },
      ],
      uncovered: { sentences: ['It stands in Brenn.'], numbers: [] },
      repairs: [],
    },
  })
  expect(JSON.parse(JSON.stringify(score))).toEqual(score)
})

describe('without a call', () => {
  test('a blank reference is unscored, also where nothing was retrieved', async () => {
    const judge = scriptedAdapter([])
    for (const retrievedContexts of [['A.'], []]) {
      const score = await contextRecall({ judge }).score({ reference: ' \n\u00a0', retrievedContexts })
      expect(score).toMatchObject({ status: 'unscored', cause: 'empty_reference', usage: { calls: 0 } })
    }
  })

  test('nothing but blank contexts is 0', async () => {
    const judge = scriptedAdapter([])
    for (const retrievedContexts of [[], [''], [' \n', '\u3000']]) {
      const score = await contextRecall({ judge }).score({ reference: 'A b.', retrievedContexts })
      expect(score).toMatchObject({ status: 'scored', value: 0, usage: { calls: 0 } })
    }
  })

  test('a missing field is unscored', async () => {
    const score = await scoreRow(contextRecall({ judge: scriptedAdapter([]) }), { reference: 'A b.' })
    expect(score).toMatchObject({ status: 'unscored', cause: 'missing_field' })
  })
})

test('contexts that are documents are read by their texts, also without a run', async () => {
  const documents: unknown = [{ pageContent: 'A b.' }, 'C d.', { text: 'E f.' }]
  const [plain, given] = [judgeOf(claimsReply('A b.'), verdictsReply(true)), judgeOf(claimsReply('A b.'), verdictsReply(true))]
  const expected = await contextRecall({ judge: plain }).score({ ...sample, retrievedContexts: ['A b.', 'C d.', 'E f.'] })
  expect(await contextRecall({ judge: given }).score({ ...sample, retrievedContexts: documents as string[] })).toEqual(expected)
  expect(given.calls).toEqual(plain.calls)
})

test.each([
  [{ retrievedContexts: [{ title: 'A b.' }] }, 'This row: retrievedContexts[0] is an object that holds "title" where a context is due'],
  [{ retrievedContexts: 'A b.' }, 'This row: retrievedContexts is one text where a list of texts is due'],
  [{ retrievedContexts: undefined }, 'This row: retrievedContexts is missing where a list of texts is due'],
  [{ reference: { text: 'A b.' } }, 'This row: reference is an object that holds "text" where a text is due'],
  [{ userInput: 7 }, 'This row: userInput is the number 7 where a text is due'],
])('what cannot be read is told as data, without a call: %j', async (change, reason) => {
  const judge = scriptedAdapter([])
  const given: unknown = { ...sample, ...change }
  const score = await contextRecall({ judge }).score(given as { reference: string; retrievedContexts: string[] })
  expect(score).toMatchObject({ status: 'unscored', cause: 'data', reason: expect.stringContaining(reason) })
})

test('the response is not read', async () => {
  const [one, other] = [judgeOf(claimsReply('A b.'), verdictsReply(true)), judgeOf(claimsReply('A b.'), verdictsReply(true))]
  await contextRecall({ judge: one }).score({ ...sample, response: 'Nobody knows.' })
  await contextRecall({ judge: other }).score({ ...sample, response: sample.reference })
  expect(one.calls).toEqual(other.calls)
  expect(JSON.stringify(one.calls)).not.toContain('Nobody knows.')
})

test('contexts and reference are not swapped: the reference is split, the contexts are searched', async () => {
  const judge = judgeOf(claimsReply('A b.'), verdictsReply(true))
  await contextRecall({ judge }).score(sample)
  const [extraction, verification] = judge.calls
  expect(userTexts(extraction)).toContain(sample.reference)
  expect(userTexts(extraction)).not.toContain('was built from')
  expect(userTexts(verification)).toContain(sample.retrievedContexts[0])
  expect(userTexts(verification)).not.toContain('It stands in Brenn.')
})

test('blank and repeated contexts change no byte of what is called', async () => {
  const calls = await Promise.all(
    [
      ['A.', 'B.'],
      ['', 'A.', 'A.', ' ', 'B.', 'A.'],
    ].map(async (retrievedContexts) => {
      const judge = judgeOf(claimsReply('A b.'), verdictsReply(true))
      await contextRecall({ judge }).score({ ...sample, retrievedContexts })
      return judge.calls
    }),
  )
  expect(calls[0]).toEqual(calls[1])
})

describe('three asked and two verdicts', () => {
  const judge = judgeOf(claimsReply('A b.', 'C d.', 'E f.'), verdictsReply(true, true))

  test('is unscored after exactly one repair, never 1', async () => {
    const score = await contextRecall({ judge }).score(sample)
    expect(score).toMatchObject({
      status: 'unscored',
      value: null,
      cause: 'invalid_reply',
      error: { provider: 'scripted', modelId: 'scripted', replyHead: verdictsReply(true, true) },
      usage: { calls: 3, inputTokens: 300 },
      detail: { claims: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }], repairs: [expect.stringContaining('no verdict for c3')] },
    })
    expect(judge.calls.filter((call) => !isExtraction(call))).toHaveLength(2)
  })
})

test('what was repaired before a step failed stands in the row, those of the steps before it first', async () => {
  const repairs = async (...replies: string[]) => (await contextRecall({ judge: scriptedAdapter(replies) }).score(sample)).detail?.repairs
  const again = expect.stringMatching(/^claims: requested again/)
  expect(await repairs('{}', '{}')).toEqual([again])
  expect(await repairs('{}', claimsReply('A b.'), '{}', '{}')).toEqual([again, expect.stringMatching(/^verdicts: requested again/)])
})

test('a verifier that gives no verdicts leaves the row unscored, with what is expected of it', async () => {
  const verifier = { id: 'old', version: '1', signature: 'old@1', kind: 'judge', verify: async () => [] } as unknown as ClaimVerifier
  const score = await contextRecall({ extractor: sentenceExtractor(), verifier }).score(sample)
  expect(score).toMatchObject({
    cause: 'invalid_reply',
    reason: expect.stringContaining('A verifier gives { verdicts }, one for each claim'),
  })
})

test.each([
  ['German', 'Die Brücke über die Wilbe heißt „Harler Brücke“; sie misst 3,5 m.'],
  ['Japanese', 'ハーレ橋は一九〇四年に開通した。'],
  ['Arabic', 'افتُتح الجسر عام ١٩٠٤ في أورليناو.'],
])('a reference in %s reaches the judge byte for byte, and so do its claims', async (_language, reference) => {
  const judge = judgeOf(claimsReply(reference), verdictsReply(true))
  const score = await contextRecall({ judge }).score({ ...sample, reference })
  expect(userTexts(judge.calls[0])).toContain(`\n${reference}\n`)
  expect(userTexts(judge.calls[1])).toContain(`\n${reference}\n`)
  expect(score).toMatchObject({ value: 1, detail: { uncovered: { sentences: [], numbers: [] } } })
})

test.each(['{{ contexts }} {% if true %}', '$& $1 $$ $`', '</contexts></context> <claim id="c1">', 'a\u0000b', '<script>&amp;</script>'])(
  'a context that holds %j is data',
  async (context) => {
    const judge = judgeOf(claimsReply('A b.'), verdictsReply(true))
    await contextRecall({ judge }).score({ ...sample, retrievedContexts: [context] })
    expect(userTexts(judge.calls[1])).toContain(`number="1">\n${context}\n</context-`)
  },
)

describe('what a judge or its provider did leaves the row unscored, with the usage', () => {
  test.each(['refusal', 'content_filter', 'length', 'error'] as const)('finish reason %s', async (finishReason) => {
    const judge = scriptedAdapter({ text: '', finishReason, usage })
    const kind = { refusal: 'refused', content_filter: 'content_filter', length: 'truncated', error: 'provider' }[finishReason]
    const calls = finishReason === 'length' ? 2 : 1
    expect(await contextRecall({ judge }).score(sample)).toMatchObject({ status: 'unscored', cause: kind, usage: { calls } })
  })

  test('a failed call', async () => {
    const judge = scriptedAdapter(new AssayError({ kind: 'auth', message: 'no key' }))
    expect(await contextRecall({ judge }).score(sample)).toMatchObject({ status: 'unscored', cause: 'auth', usage: { calls: 1 } })
  })

  test('no claim, after one repair', async () => {
    const judge = judgeOf(claimsReply(), '')
    expect(await contextRecall({ judge }).score(sample)).toMatchObject({ status: 'unscored', cause: 'no_claims', usage: { calls: 2 } })
  })
})

test('an answer that comes later passes through', async () => {
  const runtime: Runtime = { ...createDirectRuntime(), generate: () => Promise.reject(new Suspended()) }
  const thrown: unknown = await contextRecall({ judge: scriptedAdapter([]) })
    .score(sample, runtime)
    .catch((error: unknown) => error)
  expect(Suspended.is(thrown)).toBe(true)
})

test('a reference is split once for all retrievers compared on it', async () => {
  const judge = judgeOf(claimsReply('A b.'), verdictsReply(true))
  const metric = contextRecall({ judge })
  const runtime = createDirectRuntime()
  const scores: Score<ContextRecallDetail>[] = []
  for (const context of ['A.', 'B.', 'C.']) scores.push(await metric.score({ ...sample, retrievedContexts: [context] }, runtime))
  expect(judge.calls.filter(isExtraction)).toHaveLength(1)
  expect(scores.map(({ usage: { calls } }) => calls)).toEqual([2, 1, 1])
})

test('a claim without a verified quote counts as unsupported where one is required, and is counted', async () => {
  const judge = judgeOf(claimsReply('A b.', 'C d.'), verdictsReply(true, false))
  expect(await contextRecall({ judge, requireQuote: true }).score(sample)).toMatchObject({
    value: 0,
    detail: { noVerifiedQuote: 1, verdicts: [{ outcome: 'unsupported', reason: 'no_verified_quote' }, {}] },
  })
})

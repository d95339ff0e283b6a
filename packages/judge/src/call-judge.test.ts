import { AssayError, createDirectRuntime, estimateCallTokens, type LLMCall, meterRuntime, type Runtime, Suspended } from '@assay/core'
import { scriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { callJudge } from './call-judge.ts'
import { claimsSchema, claimsShape } from './wire/texts-shape.ts'

const usage = { calls: 1, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 }
const good: ScriptedReply = { text: '{"claims":["A b."]}', usage }
const invalid: ScriptedReply = { text: '{"claims":[7]}', usage }
const cut: ScriptedReply = { text: '{"claims":["A', finishReason: 'length', usage }
const LIMIT = 100

type Options = {
  draw?: number
  runtime?: Runtime
  judge?: ReturnType<typeof scriptedAdapter>
  check?: (claims: readonly string[]) => string | undefined
}

async function verify(replies: readonly ScriptedReply[], options: Options = {}) {
  const judge = options.judge ?? scriptedAdapter(replies)
  const runtime = meterRuntime(options.runtime ?? createDirectRuntime())
  const answer: unknown = await callJudge({
    judge,
    runtime,
    messages: [{ role: 'user', parts: [{ text: 'Split it.' }] }],
    output: { name: 'claims', schema: claimsSchema },
    shape: claimsShape,
    outputTokens: LIMIT,
    draw: options.draw,
    check: options.check ?? (() => undefined),
  }).catch((error: unknown) => error)
  const { value: outcome = answer, repairs = [] } = answer as { value?: unknown; repairs?: readonly string[] }
  return { outcome, repairs, calls: judge.calls, usage: runtime.usage() }
}

const limits = (calls: readonly LLMCall[]): unknown[] => calls.map(({ maxOutputTokens }) => maxOutputTokens)
const turns = (calls: readonly LLMCall[]): number[] => calls.map(({ messages }) => messages.length)
const again = 'claims: requested again, since the reply could not be used: at claims[0]: got 7, expected a text'
const larger = 'claims: requested again with a larger output limit, since the reply was cut'

test('a good reply is one call and no repair', async () => {
  expect(await verify([good])).toMatchObject({ outcome: ['A b.'], repairs: [], usage: { calls: 1 } })
})

describe('a reply that cannot be used', () => {
  test('is called for once more with its defect named, the usage of both counts, and the repair is reported', async () => {
    const { outcome, repairs, calls, usage: used } = await verify([invalid, good])
    expect(outcome).toEqual(['A b.'])
    expect(repairs).toEqual([again])
    expect(calls[1]?.messages.at(-1)?.parts[0]?.text).toContain('at claims[0]: got 7, expected a text')
    expect(used).toMatchObject({ calls: 2, inputTokens: 20, outputTokens: 10 })
  })

  test('a second time is an error that names the second defect, with no third call', async () => {
    const { outcome, repairs, calls, usage: used } = await verify([invalid, 'I cannot.'])
    expect(outcome).toMatchObject({ kind: 'invalid_reply', message: expect.stringContaining('it is not JSON'), replyHead: 'I cannot.' })
    expect(repairs).toEqual([again])
    expect(calls).toHaveLength(2)
    expect(used.calls).toBe(2)
  })

  test('may have a defect that only the caller sees', async () => {
    const check = (claims: readonly string[]) => (claims.length === 1 ? 'one claim is too few' : undefined)
    const { outcome, calls } = await verify([good, '{"claims":["A b.","C d."]}'], { check })
    expect(outcome).toEqual(['A b.', 'C d.'])
    expect(calls[1]?.messages.at(-1)?.parts[0]?.text).toContain('one claim is too few')
  })

  test.each<[string, ScriptedReply]>([
    ['refused', { text: 'No.', finishReason: 'refusal' }],
    ['content_filter', { text: '', finishReason: 'content_filter' }],
    ['empty_reply', ' '],
    ['provider', { text: '', finishReason: 'error' }],
    ['quota', new AssayError({ kind: 'quota', message: 'none left' })],
    ['invalid_reply', new AssayError({ kind: 'invalid_reply', message: 'the body of the response is no JSON' })],
  ])('is not called for again where another call does not help: %s', async (kind, reply) => {
    const { outcome, repairs, calls } = await verify([reply])
    expect(outcome).toMatchObject({ kind })
    expect(repairs).toEqual([])
    expect(calls).toHaveLength(1)
  })

  test.each<[string, ScriptedReply, string]>([
    ['refusal', { text: 'No.', finishReason: 'refusal' }, 'refused'],
    ['empty reply', '', 'empty_reply'],
  ])('ends with a %s if that is the second reply', async (_name, second, kind) => {
    const { outcome, calls } = await verify([invalid, second])
    expect(outcome).toMatchObject({ kind })
    expect(calls).toHaveLength(2)
  })
})

describe('a cut reply', () => {
  test('is called for once more with a larger limit and the same messages', async () => {
    const { outcome, repairs, calls, usage: used } = await verify([cut, good])
    expect(outcome).toEqual(['A b.'])
    expect(repairs).toEqual([larger])
    expect(limits(calls)).toEqual([LIMIT, 4 * LIMIT])
    expect(turns(calls)).toEqual([1, 1])
    expect(used.calls).toBe(2)
  })

  test('a second time is an error that names the larger limit, with no third call', async () => {
    const { outcome, calls } = await verify([cut, cut])
    expect(outcome).toMatchObject({ kind: 'truncated', message: expect.stringContaining(`output limit of ${4 * LIMIT} tokens`) })
    expect(calls).toHaveLength(2)
  })

  test('is not called for again where the judge’s own option sets the limit, and the message says so', async () => {
    for (const maxOutputTokens of [50, LIMIT, 1_000]) {
      const plain = scriptedAdapter([cut])
      const judge = { ...plain, fingerprint: { ...plain.fingerprint, maxOutputTokens } }
      const { outcome, repairs, calls } = await verify([], { judge })
      expect(outcome).toMatchObject({
        kind: 'truncated',
        message: expect.stringContaining(`The option maxOutputTokens of this judge allows ${maxOutputTokens} and was not overridden`),
      })
      expect(repairs).toEqual([])
      expect(limits(calls)).toEqual([maxOutputTokens])
    }
  })

  test('gets no more than half of a known window, and the message says so', async () => {
    const judge = (contextWindow: number, replies: ScriptedReply[]) => scriptedAdapter(replies, { capabilities: { contextWindow } })
    const some = await verify([], { judge: judge(500, [cut, cut]) })
    expect(limits(some.calls)).toEqual([LIMIT, 250])
    expect(some.outcome).toMatchObject({ kind: 'truncated', message: expect.stringContaining('half of its context window of 500 tokens') })
    const none = await verify([], { judge: judge(180, [cut]) })
    expect(limits(none.calls)).toEqual([90])
    expect(none.outcome).toMatchObject({ kind: 'truncated', message: expect.stringContaining('output limit of 90 tokens') })
  })
})

describe('a known window', () => {
  const windowed = (contextWindow: number, replies: ScriptedReply[]) => scriptedAdapter(replies, { capabilities: { contextWindow } })

  test('holds every call with its reply, the repair and the larger limit included', async () => {
    for (const replies of [
      ['prose '.repeat(2_000), good],
      [{ ...cut }, good],
      ['長い散文。'.repeat(2_000), cut, good],
    ]) {
      const { outcome, calls } = await verify([], { judge: windowed(500, replies) })
      expect(outcome).toEqual(['A b.'])
      for (const call of calls) expect(estimateCallTokens(call) + (call.maxOutputTokens ?? 0)).toBeLessThanOrEqual(500)
    }
  })

  test('that leaves no room for a reply is an overflow, without a call', async () => {
    const { outcome, calls } = await verify([], { judge: windowed(100, [good]) })
    expect(outcome).toMatchObject({ kind: 'context_overflow', message: expect.stringContaining('context window of 100') })
    expect(calls).toEqual([])
  })
})

describe('at most one repair and one enlargement', () => {
  test.each<[string, ScriptedReply[], readonly string[], readonly number[], readonly number[]]>([
    ['invalid, then cut, then good', [invalid, cut, good], [again, larger], [LIMIT, LIMIT, 4 * LIMIT], [1, 3, 3]],
    ['cut, then invalid, then good', [cut, invalid, good], [larger, again], [LIMIT, 4 * LIMIT, 4 * LIMIT], [1, 1, 3]],
  ])('%s', async (_name, replies, repairs, expectedLimits, expectedTurns) => {
    const found = await verify(replies)
    expect(found).toMatchObject({ outcome: ['A b.'], repairs, usage: { calls: 3, inputTokens: 30, outputTokens: 15 } })
    expect(limits(found.calls)).toEqual(expectedLimits)
    expect(turns(found.calls)).toEqual(expectedTurns)
  })

  test.each<[string, ScriptedReply[], string]>([
    ['invalid, cut, invalid', [invalid, cut, invalid], 'invalid_reply'],
    ['invalid, cut, cut', [invalid, cut, cut], 'truncated'],
    ['cut, invalid, cut', [cut, invalid, cut], 'truncated'],
    ['cut, invalid, invalid', [cut, invalid, invalid], 'invalid_reply'],
  ])('%s is the end', async (_name, replies, kind) => {
    const { outcome, calls } = await verify(replies)
    expect(outcome).toMatchObject({ kind })
    expect(calls).toHaveLength(3)
  })
})

describe('what passes through', () => {
  test('is Suspended, at the first call and at the repair', async () => {
    expect(Suspended.is((await verify([good], { runtime: suspendingAt(1) })).outcome)).toBe(true)
    const { outcome, calls } = await verify([invalid, good], { runtime: suspendingAt(2) })
    expect(Suspended.is(outcome)).toBe(true)
    expect(calls).toHaveLength(1)
  })

  test('is an abort between a reply and its repair: nothing more is called', async () => {
    const aborting = new AbortController()
    const judge = scriptedAdapter(() => {
      aborting.abort()
      return invalid
    })
    const { outcome, calls } = await verify([], { judge, runtime: createDirectRuntime({ signal: aborting.signal }) })
    expect(outcome).toMatchObject({ kind: 'aborted' })
    expect(calls).toHaveLength(1)
  })

  test('is an error of the program', async () => {
    const mistake = new RangeError('a mistake')
    const { outcome, calls } = await verify([good, good], {
      check: () => {
        throw mistake
      },
    })
    expect(outcome).toBe(mistake)
    expect(calls).toHaveLength(1)
  })
})

test('a repair that repeats its first reply is read by itself, and not as an echo of the prompt', async () => {
  let seen = 0
  const { outcome } = await verify([good, good], { check: () => ((seen += 1) === 1 ? 'not yet' : undefined) })
  expect(outcome).toEqual(['A b.'])
})

test('warnings of the reply that counts are reported with its repairs', async () => {
  const warned: ScriptedReply = { text: 'So: {"claims":["A b."],}', usage, warnings: ['temperature was left out'] }
  const { repairs } = await verify([warned])
  expect(repairs).toEqual(['taken out of surrounding text', 'trailing comma removed', 'temperature was left out'])
})

test('a draw beyond the first moves a seed of the user’s, and only that', async () => {
  const seeds = async (fingerprint: object, draw: number): Promise<unknown[]> => {
    const plain = scriptedAdapter([invalid, good])
    await verify([], { judge: { ...plain, fingerprint: { ...plain.fingerprint, ...fingerprint } }, draw })
    return plain.calls.map(({ seed }) => seed)
  }
  expect(await seeds({ seed: 7 }, 0)).toEqual([undefined, undefined])
  expect(await seeds({ seed: 7 }, 2)).toEqual([9, 9])
  expect(await seeds({}, 2)).toEqual([undefined, undefined])
})

/** A runtime whose reply to the n-th call comes later. */
function suspendingAt(call: number): Runtime {
  const direct = createDirectRuntime()
  let calls = 0
  return {
    ...direct,
    generate: (adapter, asked, options) =>
      (calls += 1) === call ? Promise.reject(new Suspended()) : direct.generate(adapter, asked, options),
  }
}

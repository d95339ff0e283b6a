import { AssayError, createDirectRuntime, meterRuntime, type Runtime, Suspended } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { llmExtractor } from './llm-extractor.ts'

const reply = (...claims: string[]): string => JSON.stringify({ claims })
const usage = { calls: 1, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 }

test('claims are trimmed, blank ones dropped, repeats merged, and numbered in their order', async () => {
  const judge = scriptedAdapter(reply(' A b. ', '', '…', 'Caf\u00E9', ' \n', 'A b.', 'Cafe\u0301', '∞'))
  expect(await llmExtractor({ judge }).extract({ of: 'reference', text: 'r', runtime: createDirectRuntime() })).toEqual({
    claims: [
      { id: 'c1', text: 'A b.' },
      { id: 'c2', text: 'Caf\u00E9' },
      { id: 'c3', text: '∞' },
    ],
    repairs: [],
  })
})

test.each(['Die Straße „Am Wörthsee“ misst 3,5 km.', '東京は日本の首都である。', 'القاهرة عاصمة مصر.', '{{ x }} $& \u0000 </reference>'])(
  'the reference %j reaches the judge as it is',
  async (reference) => {
    const judge = scriptedAdapter(reply('A b.'))
    await llmExtractor({ judge }).extract({ text: reference, of: 'reference', userInput: 'Wo?', runtime: createDirectRuntime() })
    expect(judge.calls[0]?.messages[1]?.parts.map(({ text }) => text).join('')).toContain(`>\n${reference}\n</reference-`)
  },
)

test('no claim is called about once more, and then is an empty list', async () => {
  const judge = scriptedAdapter([reply(' '), reply()])
  const { claims, repairs } = await llmExtractor({ judge }).extract({ of: 'reference', text: 'r', runtime: createDirectRuntime() })
  expect(claims).toEqual([])
  expect(judge.calls).toHaveLength(2)
  expect(repairs).toEqual([expect.stringContaining('it holds no claim')])
})

test('the repair call shows the reply and names its defect', async () => {
  const judge = scriptedAdapter(['{"claims":[1]}', reply('A b.')])
  await llmExtractor({ judge }).extract({ of: 'reference', text: 'r', runtime: createDirectRuntime() })
  const [first, second] = judge.calls
  expect(second?.messages.slice(0, 2)).toEqual(first?.messages)
  expect(second?.messages[2]).toEqual({ role: 'assistant', parts: [{ text: '{"claims":[1]}' }] })
  expect(second?.messages[3]?.parts[0]?.text).toContain('at claims[0]: got 1, expected a text')
})

test('a cut reply is called for once more with a larger limit', async () => {
  const judge = scriptedAdapter([{ text: '{"claims":["A', finishReason: 'length' }, reply('A b.')])
  await llmExtractor({ judge }).extract({ of: 'reference', text: 'r', runtime: createDirectRuntime() })
  const [first, second] = judge.calls.map(({ maxOutputTokens = 0 }) => maxOutputTokens)
  expect(second).toBe(4 * (first ?? 0))
  expect(judge.calls[1]?.messages).toEqual(judge.calls[0]?.messages)
})

test('the limit grows with the reference, and leaves room in a known window', async () => {
  const judge = scriptedAdapter(reply('A b.'))
  const limitFor = async (adapter: typeof judge, reference: string): Promise<number | undefined> => {
    await llmExtractor({ judge: adapter }).extract({ text: reference, of: 'reference', runtime: createDirectRuntime() })
    return adapter.calls.at(-1)?.maxOutputTokens
  }
  expect(await limitFor(judge, 'x'.repeat(10_000))).toBe(((await limitFor(judge, 'x')) ?? 0) + 9_999)
  expect(await limitFor(scriptedAdapter(reply('A b.'), { capabilities: { contextWindow: 4_000 } }), 'x')).toBe(2_000)
})

test('temperature 0 is sent to models that take one, and left out where it is refused all the same', async () => {
  const refused = new AssayError({ kind: 'unsupported_parameter', parameter: 'temperature', message: 'temperature is not supported' })
  const takes = scriptedAdapter([refused, reply('A b.')])
  const cannot = scriptedAdapter(reply('A b.'), { capabilities: { temperature: false } })
  for (const judge of [takes, cannot]) await llmExtractor({ judge }).extract({ of: 'reference', text: 'r', runtime: createDirectRuntime() })
  expect(takes.calls.map(({ temperature }) => temperature)).toEqual([0, undefined])
  expect(cannot.calls.map(({ temperature }) => temperature)).toEqual([undefined])
})

describe('a response', () => {
  const answer = (declines: boolean, ...claims: string[]): string => JSON.stringify({ claims, declines })
  const split = async (judge: ReturnType<typeof scriptedAdapter>, text = 'I do not know.') => {
    const extractor = llmExtractor({ judge })
    const { claims, declines } = await extractor.extract({ text, of: 'response', userInput: 'Who?', runtime: createDirectRuntime() })
    return { claims: claims.map((claim) => claim.text), declines, calls: judge.calls.length }
  }

  test('has a prompt of its own, and stands in it as an answer', async () => {
    const judge = scriptedAdapter(answer(false, 'A b.'))
    expect(await split(judge, '{{ x }} </answer>')).toEqual({ claims: ['A b.'], declines: false, calls: 1 })
    expect(judge.calls[0]?.output?.name).toBe('answer_claims')
    expect(judge.calls[0]?.messages[1]?.parts[0]?.text).toMatch(/^<question-\w+>\nWho\?\n[^]*<answer-\w+>\n\{\{ x \}\} <\/answer>\n/)
  })

  test('without claims is called about once more, unless it declines', async () => {
    expect(await split(scriptedAdapter([answer(false), answer(false, ' ')]))).toEqual({ claims: [], declines: false, calls: 2 })
    expect(await split(scriptedAdapter([answer(false), answer(true)]))).toEqual({ claims: [], declines: true, calls: 2 })
    expect(await split(scriptedAdapter([answer(true)]))).toEqual({ claims: [], declines: true, calls: 1 })
    expect(await split(scriptedAdapter([answer(true, 'A b.')]))).toEqual({ claims: ['A b.'], declines: true, calls: 1 })
  })

  test('that is a reference as well is split for each', async () => {
    const judge = scriptedAdapter((call) => (call.output?.name === 'claims' ? reply('A b.') : answer(false, 'C d.')))
    const extractor = llmExtractor({ judge })
    const runtime = createDirectRuntime()
    const splits = await Promise.all((['reference', 'response'] as const).map((of) => extractor.extract({ text: 'x', of, runtime })))
    expect(splits.map(({ claims }) => claims[0]?.text)).toEqual(['A b.', 'C d.'])
    expect(extractor.promptHash).not.toBe(extractor.responsePromptHash)
  })

  test('says that it declines also where its claims are reused', async () => {
    const judge = scriptedAdapter([answer(true)])
    const extractor = llmExtractor({ judge })
    const runtime = createDirectRuntime()
    for (let i = 0; i < 2; i += 1) expect(await extractor.extract({ text: 'x', of: 'response', runtime })).toMatchObject({ declines: true })
    expect(judge.calls).toHaveLength(1)
  })
})

describe('claims are reused', () => {
  test('within one scope for the same reference and question, and counted where they were called for', async () => {
    const judge = scriptedAdapter(() => ({ text: `${reply('A b.')}.`, usage }))
    const extractor = llmExtractor({ judge })
    const scope = createDirectRuntime()
    const verify = async (reference: string, userInput?: string) => {
      const runtime = meterRuntime(scope)
      const extracted = await extractor.extract({ of: 'reference', text: reference, userInput, runtime, scope })
      return { ...extracted, calls: runtime.usage().calls }
    }
    const [one, two] = await Promise.all([verify('r', 'q'), verify('r', 'q')])
    expect(one.calls + two.calls).toBe(1)
    expect(two.claims).toEqual(one.claims)
    expect(two.repairs).toEqual(one.repairs)
    expect(one.repairs).toEqual(['taken out of surrounding text'])
    expect((await verify('r', 'other')).calls).toBe(1)
    expect((await verify('r')).calls).toBe(1)
    expect((await verify('r', 'q')).calls).toBe(0)
  })

  test('not from one run to another', async () => {
    const judge = scriptedAdapter(reply('A b.'))
    const extractor = llmExtractor({ judge })
    for (const runtime of [createDirectRuntime(), createDirectRuntime()]) await extractor.extract({ of: 'reference', text: 'r', runtime })
    expect(judge.calls).toHaveLength(2)
  })

  test('never from a failure: a waiting caller makes its own call', async () => {
    const judge = scriptedAdapter([{ text: '', finishReason: 'refusal' }, reply('A b.')])
    const extractor = llmExtractor({ judge })
    const scope = createDirectRuntime()
    const verify = () => extractor.extract({ of: 'reference', text: 'r', runtime: scope, scope })
    const [one, two] = await Promise.allSettled([verify(), verify()])
    expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'refused' } })
    expect(two).toMatchObject({ status: 'fulfilled', value: { claims: [{ id: 'c1', text: 'A b.' }] } })
    expect((await verify()).claims).toHaveLength(1)
    expect(judge.calls).toHaveLength(2)
  })

  test('not from a suspended call, which passes through', async () => {
    const scope = createDirectRuntime()
    const suspending: Runtime = { ...scope, generate: () => Promise.reject(new Suspended()) }
    const extractor = llmExtractor({ judge: scriptedAdapter(reply('A b.')) })
    const suspended: unknown = await extractor
      .extract({ of: 'reference', text: 'r', runtime: suspending, scope })
      .catch((error: unknown) => error)
    expect(Suspended.is(suspended)).toBe(true)
    expect((await extractor.extract({ of: 'reference', text: 'r', runtime: scope, scope })).claims).toHaveLength(1)
  })

  test('for the 256 references used last', async () => {
    const judge = scriptedAdapter(reply('A b.'))
    const extractor = llmExtractor({ judge })
    const runtime = createDirectRuntime()
    const calls = async (row: number): Promise<number> => {
      const before = judge.calls.length
      await extractor.extract({ of: 'reference', text: `r${row}`, runtime })
      return judge.calls.length - before
    }
    for (let row = 0; row < 256; row += 1) expect(await calls(row)).toBe(1)
    expect(await calls(0)).toBe(0)
    expect(await calls(256)).toBe(1)
    expect(await calls(0)).toBe(0)
    expect(await calls(1)).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { answering, reply } from '../__fixtures__/adapters.ts'
import { AssayError, type AssayErrorOptions } from '../assay-error.ts'
import { systemClock } from '../clock.ts'
import { askAdapter } from '../direct-runtime.ts'
import type { LLMAdapter, LLMCall } from '../llm-adapter.ts'
import { retryPolicyOf } from '../retry-policy.ts'
import { createParameterFallback, isSameCall, type ParameterFallback } from './parameter-fallback.ts'

const user = { role: 'user', parts: [{ text: 'Is it so?' }] } as const
const system = { role: 'system', parts: [{ text: 'Judge.' }] } as const
const call: LLMCall = {
  messages: [system, user],
  output: { name: 'claims', schema: {} },
  maxOutputTokens: 16_384,
  temperature: 0,
  droppable: ['temperature'],
}
const SAID = 'Something of this request is not taken.'
const refusal = (said = SAID, more: Partial<AssayErrorOptions> = {}): AssayError =>
  new AssayError({ kind: 'bad_request', status: 400, message: `it said: ${said}`, said, ...more })

type Rule = (sent: LLMCall) => AssayError | undefined
const temperature =
  (said = 'only the default temperature'): Rule =>
  (sent) =>
    sent.temperature === undefined ? undefined : refusal(said)
const schema =
  (said = 'no json_schema here'): Rule =>
  ({ output }) =>
    output === undefined || output.mode === 'prompt' ? undefined : refusal(said)
const above =
  (most: number, said: string, more: Partial<AssayErrorOptions> = {}): Rule =>
  ({ maxOutputTokens }) =>
    maxOutputTokens !== undefined && maxOutputTokens > most ? refusal(said, more) : undefined
const noSystem =
  (said = 'no system role'): Rule =>
  ({ messages }) =>
    messages.some(({ role }) => role === 'system') ? refusal(said) : undefined
const always =
  (said = SAID): Rule =>
  () =>
    refusal(said)

/** A server that refuses by the first rule that applies. */
function serverOf(rules: readonly Rule[], more: Partial<LLMAdapter> = {}) {
  return answering((sent) => {
    const refused = rules.map((rule) => rule(sent)).find((error) => error !== undefined)
    if (refused !== undefined) throw refused
    return reply('ok')
  }, more)
}

function ask(adapter: LLMAdapter, asked: LLMCall = call, fallback: ParameterFallback = createParameterFallback(), signal?: AbortSignal) {
  const loop = { policy: retryPolicyOf({ maxAttempts: 1 }), clock: systemClock, random: () => 0, signal }
  return askAdapter(adapter, asked, { loop, fallback })
}

describe('a refusal that nobody can explain', () => {
  it.each<[string, Rule, object]>([
    ['the output mode', schema(), { output: { mode: 'prompt' }, temperature: 0, maxOutputTokens: 16_384 }],
    ['the temperature', temperature(), { output: { name: 'claims' }, maxOutputTokens: 16_384 }],
    [
      'the system role',
      noSystem(),
      { messages: [{ role: 'user', parts: [{ text: 'Judge.\n\n' }, { text: 'Is it so?' }] }], temperature: 0 },
    ],
    ['the limit, which a text names', above(4096, 'max_tokens 16384 is above 4096'), { maxOutputTokens: 4096, temperature: 0 }],
  ])('about %s costs one request where a hint says so, and gives up nothing else', async (_what, rule, sent) => {
    const adapter = serverOf([rule])
    const { reply: given, attempts } = await ask(adapter)
    expect(attempts).toBe(2)
    expect(adapter.calls.at(-1)).toMatchObject(sent)
    expect(given.warnings).toHaveLength(1)
    expect(Object.keys(given.givenUp ?? {})).toHaveLength(1)
  })

  it.each<[string, Rule]>([
    ['the output mode', schema(SAID)],
    ['the limit', above(4096, SAID)],
    ['the temperature', temperature(SAID)],
    ['the system role', noSystem(SAID)],
  ])('about %s is found without any hint, in three requests at most', async (_what, rule) => {
    const adapter = serverOf([rule])
    await ask(adapter)
    expect(adapter.calls.length).toBeLessThanOrEqual(4)
  })

  it('says what was given up, with the option that says it at once', async () => {
    const { reply: given } = await ask(serverOf([schema(), temperature(), above(4096, 'max_tokens must be below 4096')]), {
      ...call,
      messages: [user],
    })
    expect(given.warnings).toEqual([
      'test:m refused the output mode "native"; "prompt" was used. `capabilities: { structuredOutput: "prompt" }` says so at once.',
      'test:m refused more than 4096 output tokens; so many were allowed. `capabilities: { outputLimit: 4096 }` says so at once.',
      'test:m refused temperature; it was left out. `capabilities: { temperature: false }` says so at once.',
    ])
    expect(given.givenUp).toEqual({ output: true, maxOutputTokens: 4096, temperature: true })
  })

  it('is remembered, for other calls of the adapter too', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([temperature()])
    await ask(adapter, call, fallback)
    await ask(adapter, { ...call, output: { name: 'verdicts', schema: {} } }, fallback)
    expect(adapter.calls.map((sent) => sent.temperature)).toEqual([0, undefined, undefined])
  })

  it('is remembered for one fingerprint only', async () => {
    const fallback = createParameterFallback()
    await ask(serverOf([temperature()]), call, fallback)
    const other = serverOf([], { fingerprint: { provider: 'test', model: 'other' } })
    await ask(other, call, fallback)
    expect(other.calls).toMatchObject([{ temperature: 0 }])
  })

  it('that stays whatever is given up stands as it was first told, after three more requests, and is not looked into again', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([always()])
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ said: SAID, kind: 'bad_request' })
    expect(adapter.calls).toHaveLength(4)
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ said: SAID })
    expect(adapter.calls).toHaveLength(5)
    expect(adapter.calls.at(-1)).toMatchObject({ temperature: 0, maxOutputTokens: 16_384, messages: call.messages })
  })

  it('is the row’s own once the combination was taken', async () => {
    const fallback = createParameterFallback()
    let isBad = false
    const adapter = serverOf([() => (isBad ? refusal('temperature is refused') : undefined)])
    await ask(adapter, call, fallback)
    isBad = true
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ kind: 'bad_request' })
    expect(adapter.calls).toHaveLength(2)
  })

  it('is looked into once, while other calls wait, and each of those is asked once more at most', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([temperature(SAID)])
    await Promise.all(Array.from({ length: 10 }, () => ask(adapter, call, fallback)))
    // Ten in flight, three to find out, and nine again.
    expect(adapter.calls.length).toBeLessThanOrEqual(10 + 3 + 9)
    expect(adapter.calls.slice(-9).every((sent) => sent.temperature === undefined)).toBe(true)
  })

  it('is found out by one call of a combination, while others of it wait', async () => {
    const fallback = createParameterFallback({ isFirstAlone: true })
    const verdicts: LLMCall = { ...call, output: { name: 'verdicts', schema: {} } }
    const adapter = serverOf([
      (sent) => (sent.output?.name === 'verdicts' && sent.output.mode !== 'prompt' ? refusal('minItems') : undefined),
    ])
    await ask(adapter, call, fallback)
    await Promise.all(Array.from({ length: 10 }, () => ask(adapter, verdicts, fallback)))
    expect(adapter.calls.filter(({ output }) => output?.mode !== 'prompt')).toHaveLength(1 + 1)
  })

  it('of a limit is found out by one call, though smaller ones were taken, and calls with those do not wait', async () => {
    const fallback = createParameterFallback({ isFirstAlone: true })
    const adapter = serverOf([above(4096, 'max_tokens is at most 4096')])
    const limits = [1000, 5000, 6000, 7000, 900, 800, 5500]
    await ask(adapter, { ...call, maxOutputTokens: 1000 }, fallback)
    await Promise.all(limits.map((maxOutputTokens) => ask(adapter, { ...call, maxOutputTokens }, fallback)))
    expect(adapter.calls.filter(({ maxOutputTokens = 0 }) => maxOutputTokens > 4096)).toHaveLength(1)
  })

  it('lets go of those who wait for a call that fails otherwise, and each of them fails for itself', async () => {
    const fallback = createParameterFallback({ isFirstAlone: true })
    let inFlight = 0
    let most = 0
    const adapter = answering(async (_sent, asked) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await Promise.resolve()
      inFlight -= 1
      throw new AssayError({ kind: asked === 1 ? 'overloaded' : 'quota', message: 'No.' })
    })
    const failures = await Promise.allSettled(Array.from({ length: 5 }, () => ask(adapter, call, fallback)))
    expect(failures.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect([adapter.calls.length, most]).toEqual([5, 4])
  })

  it('lets go of those who wait when whoever looks into it is stopped', async () => {
    const fallback = createParameterFallback()
    const controller = new AbortController()
    const { promise: hangs, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const adapter = answering(async (sent) => {
      asked += 1
      if (sent.output?.mode !== 'prompt') throw refusal()
      if (asked === 2) {
        resolve()
        await new Promise(() => undefined)
      }
      return reply('ok')
    })
    const first = ask(adapter, call, fallback, controller.signal)
    await hangs
    const second = ask(adapter, call, fallback)
    controller.abort()
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    expect((await second).call.output?.mode).toBe('prompt')
  })

  it('ends where another kind of failure comes, which stands', async () => {
    const adapter = answering((_sent, asked) => {
      throw asked === 1 ? refusal() : new AssayError({ kind: 'quota', message: 'No more.' })
    })
    await expect(ask(adapter)).rejects.toMatchObject({ kind: 'quota' })
    expect(adapter.calls).toHaveLength(2)
  })

  it('is over where an answer came that cannot be used: the request was taken', async () => {
    const fallback = createParameterFallback()
    const adapter = answering((sent) => {
      throw sent.temperature === undefined ? new AssayError({ kind: 'empty_reply', message: 'No text.' }) : refusal('temperature')
    })
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ kind: 'empty_reply' })
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ kind: 'empty_reply' })
    expect(adapter.calls.map((sent) => sent.temperature)).toEqual([0, undefined, undefined])
  })
})

describe('two refusals, one after the other', () => {
  it('another complaint means that what was given up stays so', async () => {
    const adapter = serverOf([schema(), temperature()])
    const { reply: given } = await ask(adapter)
    expect(adapter.calls).toHaveLength(3)
    expect(given.givenUp).toEqual({ output: true, temperature: true })
  })

  it('the same complaint means that it was innocent, whatever numbers and ids stand in it', async () => {
    let id = 0
    const rule: Rule = (sent) => (sent.maxOutputTokens === undefined ? undefined : refusal(`not taken (request 7f${(id += 1)}a)`))
    const { reply: given } = await ask(serverOf([rule]))
    expect(given.givenUp).toEqual({ maxOutputTokens: 'none' })
  })

  it('told in the same words are found by giving up all at once', async () => {
    const adapter = serverOf([temperature(SAID), noSystem(SAID)])
    const { reply: given } = await ask(adapter)
    expect(adapter.calls).toHaveLength(4)
    expect(given.givenUp).toMatchObject({ temperature: true, system: true })
  })
})

describe('the limit of output tokens', () => {
  it.each([
    ['max_tokens is too large: 16384. This model supports at most 4096 completion tokens, whereas you provided 16384.', 4096],
    ['max_tokens: 16384 > 4,096, which is the maximum allowed number of output tokens for claude-3-opus-20240229', 4096],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8192],
    ['Error code: 400 - max_tokens is limited for gpt-4-turbo-2024-04-09 as of 2024-10-21', 'none'],
    ['This model has a context length of 8192 tokens; the prompt has 900, and max_tokens is 16384', 'none'],
    ['max_tokens is limited for this model (7)', 'none'],
  ])('after "%s" it is %j', async (said, limit) => {
    const adapter = serverOf([above(typeof limit === 'number' ? limit : 0, said)])
    const { reply: given } = await ask(adapter)
    expect(given.givenUp).toEqual({ maxOutputTokens: limit })
    expect(adapter.calls).toHaveLength(2)
  })

  it('that holds room for thinking is lowered by as much as the server says', async () => {
    const adapter = serverOf([above(4096, 'max_tokens: 20384 > 8096', { sentLimit: 20_384 })])
    expect((await ask(adapter)).call.maxOutputTokens).toBe(4096)
  })

  it('is given up alone where a window is exceeded by it, and not where the prompt is too long', async () => {
    const said =
      "This model's maximum context length is 8192 tokens. However, you requested 16448 tokens (64 in the messages, 16384 in the completion)."
    const window = serverOf([above(8000, said, { kind: 'context_overflow' })])
    expect((await ask(window)).reply.givenUp).toEqual({ maxOutputTokens: 'none' })
    const tooLong = answering(() => {
      throw refusal('prompt is too long: 9000 tokens > 8192 maximum', { kind: 'context_overflow' })
    })
    await expect(ask(tooLong)).rejects.toMatchObject({ kind: 'context_overflow' })
    expect(tooLong.calls).toHaveLength(1)
  })

  it('is learned also from a larger one than the server had taken before', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([above(4096, 'max_tokens must be at most 4096')])
    for (const maxOutputTokens of [1000, 6000, 6000]) await ask(adapter, { ...call, maxOutputTokens }, fallback)
    expect(adapter.calls.map((sent) => sent.maxOutputTokens)).toEqual([1000, 6000, 4096, 4096])
  })

  it('is always sent where it must be', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: false, needsOutputLimit: true } as const
    const adapter = serverOf([above(4096, 'max_tokens: 16384 > 4096')], { capabilities })
    expect((await ask(adapter)).call.maxOutputTokens).toBe(4096)
    const silent = serverOf([above(4096, SAID)], { capabilities })
    await expect(ask(silent)).rejects.toMatchObject({ said: SAID })
    expect(silent.calls.every((sent) => sent.maxOutputTokens === 16_384)).toBe(true)
  })

  it('is lowered before it is sent where a known window would be exceeded', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: true, contextWindow: 4096 } as const
    const adapter = serverOf([], { capabilities })
    const { reply: given } = await ask(adapter)
    expect(adapter.calls[0]?.maxOutputTokens).toBeLessThan(4096 - 32)
    expect(given).not.toHaveProperty('warnings')
  })
})

describe('what is said of a model by hand', () => {
  it('is sent as it takes it, without a warning', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: true, systemRole: false, outputLimit: false } as const
    const adapter = serverOf([noSystem(), above(0, 'no limits')], { capabilities })
    const { reply: given } = await ask(adapter)
    expect(adapter.calls).toHaveLength(1)
    expect(given).not.toHaveProperty('warnings')
    const limited = serverOf([], { capabilities: { ...capabilities, outputLimit: 100 } })
    expect((await ask(limited)).call.maxOutputTokens).toBe(100)
  })
})

describe('what the user set', () => {
  it.each<[string, LLMAdapter['fingerprint'], LLMCall, Rule, (sent: LLMCall) => unknown]>([
    ['a temperature in the call', {}, { ...call, droppable: [] }, temperature('temperature'), (sent) => sent.temperature],
    ['a temperature of the adapter', { temperature: 1 }, call, temperature('temperature'), (sent) => sent.temperature],
    [
      'a limit of the adapter',
      { maxOutputTokens: 16_384 },
      call,
      above(4096, 'max_tokens is at most 4096'),
      (sent) => sent.maxOutputTokens,
    ],
    ['a seed', {}, { ...call, seed: 1 }, (sent) => (sent.seed === undefined ? undefined : refusal('seed')), (sent) => sent.seed],
  ])('is never given up: %s', async (_what, fingerprint, asked, rule, set) => {
    const adapter = serverOf([rule], { fingerprint })
    await expect(ask(adapter, asked)).rejects.toMatchObject({ kind: 'bad_request' })
    expect(adapter.calls.map(set)).toEqual(adapter.calls.map(() => set(asked)))
  })

  it('and a server names ends the matter at once', async () => {
    const adapter = answering(() => {
      throw refusal('top_p is refused', { kind: 'unsupported_parameter', parameter: 'top_p' })
    })
    await expect(ask(adapter)).rejects.toMatchObject({ parameter: 'top_p' })
    expect(adapter.calls).toHaveLength(1)
  })
})

describe('a reply of an earlier part of the run', () => {
  it('teaches what was found out then', async () => {
    const before = createParameterFallback()
    const adapter = serverOf([temperature(), schema()])
    const { reply: kept } = await ask(adapter, call, before)
    const after = createParameterFallback()
    after.recall(adapter, call, kept)
    const asked = adapter.calls.length
    await ask(adapter, call, after)
    expect(adapter.calls).toHaveLength(asked + 1)
  })

  it('also teaches that a combination was taken', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([always()])
    fallback.recall(adapter, call, reply('ok'))
    await expect(ask(adapter, call, fallback)).rejects.toMatchObject({ said: SAID })
    expect(adapter.calls).toHaveLength(1)
  })
})

it('two calls are sent alike where nothing that can be given up differs', () => {
  expect(isSameCall(call, { ...call, messages: [...call.messages] })).toBe(true)
  const { temperature: _left, ...rest } = call
  expect([rest, { ...call, maxOutputTokens: 1 }, { ...call, messages: [user] }].map((other) => isSameCall(call, other))).toEqual([
    false,
    false,
    false,
  ])
})

it.each([401, 404, 409, 429, 500])('HTTP %d says nothing of parts of a call', async (status) => {
  const adapter = answering(() => {
    throw refusal('temperature', { status, isRetryable: false })
  })
  await expect(ask(adapter)).rejects.toMatchObject({ status })
  expect(adapter.calls).toHaveLength(1)
})

import { describe, expect, it } from 'vitest'
import { answering, reply } from '../__fixtures__/adapters.ts'
import { AssayError, type AssayErrorOptions } from '../assay-error.ts'
import { systemClock } from '../clock.ts'
import { callAdapter } from '../direct-runtime.ts'
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
const MESSAGE = 'Something of this request is not taken.'
const refusal = (serverMessage = MESSAGE, more: Partial<AssayErrorOptions> = {}): AssayError =>
  new AssayError({ kind: 'bad_request', status: 400, message: `it said: ${serverMessage}`, serverMessage, ...more })

type Rule = (sent: LLMCall) => AssayError | undefined
const temperature =
  (serverMessage = 'only the default temperature'): Rule =>
  (sent) =>
    sent.temperature === undefined ? undefined : refusal(serverMessage)
const schema =
  (serverMessage = 'no json_schema here'): Rule =>
  ({ output }) =>
    output === undefined || output.mode === 'prompt' ? undefined : refusal(serverMessage)
const above =
  (most: number, serverMessage: string, more: Partial<AssayErrorOptions> = {}): Rule =>
  ({ maxOutputTokens }) =>
    maxOutputTokens !== undefined && maxOutputTokens > most ? refusal(serverMessage, more) : undefined
const noSystem =
  (serverMessage = 'no system role'): Rule =>
  ({ messages }) =>
    messages.some(({ role }) => role === 'system') ? refusal(serverMessage) : undefined
const always =
  (serverMessage = MESSAGE): Rule =>
  () =>
    refusal(serverMessage)

/** A server that refuses by the first rule that applies. */
function serverOf(rules: readonly Rule[], more: Partial<LLMAdapter> = {}) {
  return answering((sent) => {
    const refused = rules.map((rule) => rule(sent)).find((error) => error !== undefined)
    if (refused !== undefined) throw refused
    return reply('ok')
  }, more)
}

function send(
  adapter: LLMAdapter,
  requested: LLMCall = call,
  fallback: ParameterFallback = createParameterFallback(),
  signal?: AbortSignal,
) {
  const loop = { policy: retryPolicyOf({ maxAttempts: 1 }), clock: systemClock, random: () => 0, signal }
  return callAdapter(adapter, requested, { loop, fallback })
}

describe('a refusal for an unclear reason', () => {
  it.each<[string, Rule, object]>([
    ['the output mode', schema(), { output: { mode: 'prompt' }, temperature: 0, maxOutputTokens: 16_384 }],
    ['the temperature', temperature(), { output: { name: 'claims' }, maxOutputTokens: 16_384 }],
    [
      'the system role',
      noSystem(),
      { messages: [{ role: 'user', parts: [{ text: 'Judge.\n\n' }, { text: 'Is it so?' }] }], temperature: 0 },
    ],
    ['the limit, which a text names', above(4096, 'max_tokens 16384 is above 4096'), { maxOutputTokens: 4096, temperature: 0 }],
  ])('about %s costs one request where a hint says so, and drops nothing else', async (_what, rule, sent) => {
    const adapter = serverOf([rule])
    const { reply: given, attempts } = await send(adapter)
    expect(attempts).toBe(2)
    expect(adapter.calls.at(-1)).toMatchObject(sent)
    expect(given.warnings).toHaveLength(1)
    expect(Object.keys(given.givenUp ?? {})).toHaveLength(1)
  })

  it.each<[string, Rule]>([
    ['the output mode', schema(MESSAGE)],
    ['the limit', above(4096, MESSAGE)],
    ['the temperature', temperature(MESSAGE)],
    ['the system role', noSystem(MESSAGE)],
  ])('about %s is found without any hint, in three requests at most', async (_what, rule) => {
    const adapter = serverOf([rule])
    await send(adapter)
    expect(adapter.calls.length).toBeLessThanOrEqual(4)
  })

  it('warns what was dropped, with the option that avoids the refused request', async () => {
    const { reply: given } = await send(serverOf([schema(), temperature(), above(4096, 'max_tokens must be below 4096')]), {
      ...call,
      messages: [user],
    })
    expect(given.warnings).toEqual([
      'test:m refused the output mode "native"; "prompt" was used. `capabilities: { structuredOutput: "prompt" }` avoids the refused request.',
      'test:m refused more than 4096 output tokens; so many were allowed. `capabilities: { outputLimit: 4096 }` avoids the refused request.',
      'test:m refused temperature; it was left out. `capabilities: { temperature: false }` avoids the refused request.',
    ])
    expect(given.givenUp).toEqual({ output: true, maxOutputTokens: 4096, temperature: true })
  })

  it('is remembered, for other calls of the adapter too', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([temperature()])
    await send(adapter, call, fallback)
    await send(adapter, { ...call, output: { name: 'verdicts', schema: {} } }, fallback)
    expect(adapter.calls.map((sent) => sent.temperature)).toEqual([0, undefined, undefined])
  })

  it('is remembered for one fingerprint only', async () => {
    const fallback = createParameterFallback()
    await send(serverOf([temperature()]), call, fallback)
    const other = serverOf([], { fingerprint: { provider: 'test', model: 'other' } })
    await send(other, call, fallback)
    expect(other.calls).toMatchObject([{ temperature: 0 }])
  })

  it('that nothing helps against is thrown as first received, after three more requests, and is not investigated again', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([always()])
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ serverMessage: MESSAGE, kind: 'bad_request' })
    expect(adapter.calls).toHaveLength(4)
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ serverMessage: MESSAGE })
    expect(adapter.calls).toHaveLength(5)
    expect(adapter.calls.at(-1)).toMatchObject({ temperature: 0, maxOutputTokens: 16_384, messages: call.messages })
  })

  it('is the row’s own once the combination was taken', async () => {
    const fallback = createParameterFallback()
    let isBad = false
    const adapter = serverOf([() => (isBad ? refusal('temperature is refused') : undefined)])
    await send(adapter, call, fallback)
    isBad = true
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ kind: 'bad_request' })
    expect(adapter.calls).toHaveLength(2)
  })

  it('is investigated once, while other calls wait, and each of those is sent at most once more', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([temperature(MESSAGE)])
    await Promise.all(Array.from({ length: 10 }, () => send(adapter, call, fallback)))
    // Ten in flight, three to find out, and nine again.
    expect(adapter.calls.length).toBeLessThanOrEqual(10 + 3 + 9)
    expect(adapter.calls.slice(-9).every((sent) => sent.temperature === undefined)).toBe(true)
  })

  it('is investigated by one call of a combination while the others wait', async () => {
    const fallback = createParameterFallback({ isFirstAlone: true })
    const verdicts: LLMCall = { ...call, output: { name: 'verdicts', schema: {} } }
    const adapter = serverOf([
      (sent) => (sent.output?.name === 'verdicts' && sent.output.mode !== 'prompt' ? refusal('minItems') : undefined),
    ])
    await send(adapter, call, fallback)
    await Promise.all(Array.from({ length: 10 }, () => send(adapter, verdicts, fallback)))
    expect(adapter.calls.filter(({ output }) => output?.mode !== 'prompt')).toHaveLength(1 + 1)
  })

  it('of a limit is investigated by one call, although smaller limits were accepted, and calls with those do not wait', async () => {
    const fallback = createParameterFallback({ isFirstAlone: true })
    const adapter = serverOf([above(4096, 'max_tokens is at most 4096')])
    const limits = [1000, 5000, 6000, 7000, 900, 800, 5500]
    await send(adapter, { ...call, maxOutputTokens: 1000 }, fallback)
    await Promise.all(limits.map((maxOutputTokens) => send(adapter, { ...call, maxOutputTokens }, fallback)))
    expect(adapter.calls.filter(({ maxOutputTokens = 0 }) => maxOutputTokens > 4096)).toHaveLength(1)
  })

  it('releases calls that wait for a call that fails for another reason, and each fails by itself', async () => {
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
    const failures = await Promise.allSettled(Array.from({ length: 5 }, () => send(adapter, call, fallback)))
    expect(failures.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect([adapter.calls.length, most]).toEqual([5, 4])
  })

  it('releases waiting calls when the investigating call is aborted', async () => {
    const fallback = createParameterFallback()
    const controller = new AbortController()
    const { promise: hangs, resolve } = Promise.withResolvers<void>()
    let callCount = 0
    const adapter = answering(async (sent) => {
      callCount += 1
      if (sent.output?.mode !== 'prompt') throw refusal()
      if (callCount === 2) {
        resolve()
        await new Promise(() => undefined)
      }
      return reply('ok')
    })
    const first = send(adapter, call, fallback, controller.signal)
    await hangs
    const second = send(adapter, call, fallback)
    controller.abort()
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    expect((await second).call.output?.mode).toBe('prompt')
  })

  it('ends where another kind of failure comes, which stands', async () => {
    const adapter = answering((_sent, callCount) => {
      throw callCount === 1 ? refusal() : new AssayError({ kind: 'quota', message: 'No more.' })
    })
    await expect(send(adapter)).rejects.toMatchObject({ kind: 'quota' })
    expect(adapter.calls).toHaveLength(2)
  })

  it('is over where an answer came that cannot be used: the request was taken', async () => {
    const fallback = createParameterFallback()
    const adapter = answering((sent) => {
      throw sent.temperature === undefined ? new AssayError({ kind: 'empty_reply', message: 'No text.' }) : refusal('temperature')
    })
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ kind: 'empty_reply' })
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ kind: 'empty_reply' })
    expect(adapter.calls.map((sent) => sent.temperature)).toEqual([0, undefined, undefined])
  })
})

describe('two refusals, one after the other', () => {
  it('another complaint means that what was given up stays so', async () => {
    const adapter = serverOf([schema(), temperature()])
    const { reply: given } = await send(adapter)
    expect(adapter.calls).toHaveLength(3)
    expect(given.givenUp).toEqual({ output: true, temperature: true })
  })

  it('the same complaint means that it was not the reason, whatever numbers and ids it contains', async () => {
    let id = 0
    const rule: Rule = (sent) => (sent.maxOutputTokens === undefined ? undefined : refusal(`not taken (request 7f${(id += 1)}a)`))
    const { reply: given } = await send(serverOf([rule]))
    expect(given.givenUp).toEqual({ maxOutputTokens: 'none' })
  })

  it('with the same message are found by dropping all at once', async () => {
    const adapter = serverOf([temperature(MESSAGE), noSystem(MESSAGE)])
    const { reply: given } = await send(adapter)
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
  ])('after "%s" it is %j', async (serverMessage, limit) => {
    const adapter = serverOf([above(typeof limit === 'number' ? limit : 0, serverMessage)])
    const { reply: given } = await send(adapter)
    expect(given.givenUp).toEqual({ maxOutputTokens: limit })
    expect(adapter.calls).toHaveLength(2)
  })

  it('that holds room for thinking is lowered by as much as the server says', async () => {
    const adapter = serverOf([above(4096, 'max_tokens: 20384 > 8096', { sentLimit: 20_384 })])
    expect((await send(adapter)).call.maxOutputTokens).toBe(4096)
  })

  it('is given up alone where a window is exceeded by it, and not where the prompt is too long', async () => {
    const serverMessage =
      "This model's maximum context length is 8192 tokens. However, you requested 16448 tokens (64 in the messages, 16384 in the completion)."
    const window = serverOf([above(8000, serverMessage, { kind: 'context_overflow' })])
    expect((await send(window)).reply.givenUp).toEqual({ maxOutputTokens: 'none' })
    const tooLong = answering(() => {
      throw refusal('prompt is too long: 9000 tokens > 8192 maximum', { kind: 'context_overflow' })
    })
    await expect(send(tooLong)).rejects.toMatchObject({ kind: 'context_overflow' })
    expect(tooLong.calls).toHaveLength(1)
  })

  it('is learned also from a larger one than the server had taken before', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([above(4096, 'max_tokens must be at most 4096')])
    for (const maxOutputTokens of [1000, 6000, 6000]) await send(adapter, { ...call, maxOutputTokens }, fallback)
    expect(adapter.calls.map((sent) => sent.maxOutputTokens)).toEqual([1000, 6000, 4096, 4096])
  })

  it('is always sent where it must be', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: false, needsOutputLimit: true } as const
    const adapter = serverOf([above(4096, 'max_tokens: 16384 > 4096')], { capabilities })
    expect((await send(adapter)).call.maxOutputTokens).toBe(4096)
    const silent = serverOf([above(4096, MESSAGE)], { capabilities })
    await expect(send(silent)).rejects.toMatchObject({ serverMessage: MESSAGE })
    expect(silent.calls.every((sent) => sent.maxOutputTokens === 16_384)).toBe(true)
  })

  it('is lowered before it is sent where a known window would be exceeded', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: true, contextWindow: 4096 } as const
    const adapter = serverOf([], { capabilities })
    const { reply: given } = await send(adapter)
    expect(adapter.calls[0]?.maxOutputTokens).toBeLessThan(4096 - 32)
    expect(given).not.toHaveProperty('warnings')
  })
})

describe('what is serverMessage of a model by hand', () => {
  it('is sent as it takes it, without a warning', async () => {
    const capabilities = { structuredOutput: 'native', temperature: true, seed: true, systemRole: false, outputLimit: false } as const
    const adapter = serverOf([noSystem(), above(0, 'no limits')], { capabilities })
    const { reply: given } = await send(adapter)
    expect(adapter.calls).toHaveLength(1)
    expect(given).not.toHaveProperty('warnings')
    const limited = serverOf([], { capabilities: { ...capabilities, outputLimit: 100 } })
    expect((await send(limited)).call.maxOutputTokens).toBe(100)
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
  ])('is never dropped: %s', async (_what, fingerprint, requested, rule, set) => {
    const adapter = serverOf([rule], { fingerprint })
    await expect(send(adapter, requested)).rejects.toMatchObject({ kind: 'bad_request' })
    expect(adapter.calls.map(set)).toEqual(adapter.calls.map(() => set(requested)))
  })

  it('and a server names ends the matter at once', async () => {
    const adapter = answering(() => {
      throw refusal('top_p is refused', { kind: 'unsupported_parameter', parameter: 'top_p' })
    })
    await expect(send(adapter)).rejects.toMatchObject({ parameter: 'top_p' })
    expect(adapter.calls).toHaveLength(1)
  })
})

describe('a reply of an earlier part of the run', () => {
  it('teaches what was found out then', async () => {
    const before = createParameterFallback()
    const adapter = serverOf([temperature(), schema()])
    const { reply: restored } = await send(adapter, call, before)
    const after = createParameterFallback()
    after.recall(adapter, call, restored)
    const callCount = adapter.calls.length
    await send(adapter, call, after)
    expect(adapter.calls).toHaveLength(callCount + 1)
  })

  it('also teaches that a combination was taken', async () => {
    const fallback = createParameterFallback()
    const adapter = serverOf([always()])
    fallback.recall(adapter, call, reply('ok'))
    await expect(send(adapter, call, fallback)).rejects.toMatchObject({ serverMessage: MESSAGE })
    expect(adapter.calls).toHaveLength(1)
  })
})

it('two calls are sent in the same way if no part that can be dropped differs', () => {
  expect(isSameCall(call, { ...call, messages: [...call.messages] })).toBe(true)
  const { temperature: _left, ...rest } = call
  expect([rest, { ...call, maxOutputTokens: 1 }, { ...call, messages: [user] }].map((other) => isSameCall(call, other))).toEqual([
    false,
    false,
    false,
  ])
})

it.each([401, 404, 409, 429, 500])('HTTP %d is not about parts of a call', async (status) => {
  const adapter = answering(() => {
    throw refusal('temperature', { status, isRetryable: false })
  })
  await expect(send(adapter)).rejects.toMatchObject({ status })
  expect(adapter.calls).toHaveLength(1)
})

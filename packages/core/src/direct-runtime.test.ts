import { describe, expect, it } from 'vitest'
import { answering, reply } from './__fixtures__/adapters.ts'
import { fakeClock } from './__fixtures__/fake-clock.ts'
import { AssayError } from './assay-error.ts'
import { createDirectRuntime, directRuntime } from './direct-runtime.ts'
import type { Embedded, EmbeddingAdapter } from './embedding-adapter.ts'
import type { LLMCall } from './llm-adapter.ts'
import { noUsage } from './usage.ts'

const call: LLMCall = {
  messages: [{ role: 'user', parts: [{ text: 'hi' }] }],
  output: { name: 'o', schema: {} },
  temperature: 0,
  droppable: ['temperature'],
}
const runtime = () => createDirectRuntime({ clock: fakeClock(), random: () => 0 })
const textOf = ({ text: held }: { text: string }): string => held

describe('the direct runtime', () => {
  it('sends, retries, and reads', async () => {
    const adapter = answering((_call, callCount) => {
      if (callCount < 3) throw new AssayError({ kind: 'overloaded', message: 'Busy.' })
      return reply('yes')
    })
    const generated = await runtime().generate(adapter, call, { read: (got) => got.text.length })
    expect(generated).toEqual({ value: 3, reply: reply('yes'), attempts: 3, latencyMs: 0, stored: false })
  })

  it('sends no list of what may be dropped', async () => {
    const adapter = answering(() => reply('yes'))
    await runtime().generate(adapter, call, { read: textOf })
    const { droppable: _none, ...sent } = call
    expect(adapter.calls).toEqual([sent])
  })

  it('falls back once per refusal, warns, and applies it to the next call', async () => {
    const adapter = answering((got) => {
      const parameter = got.output?.mode !== 'prompt' ? 'output' : got.temperature !== undefined ? 'temperature' : undefined
      if (parameter !== undefined) throw new AssayError({ kind: 'unsupported_parameter', message: 'No.', parameter })
      return reply('yes')
    })
    const held = runtime()
    const first = await held.generate(adapter, call, { read: textOf })
    expect(first.attempts).toBe(4)
    expect(first.reply.warnings).toHaveLength(2)
    const second = await held.generate(adapter, call, { read: textOf })
    expect(second).toMatchObject({ attempts: 1, reply: { warnings: first.reply.warnings } })
    expect(adapter.calls).toHaveLength(5)
  })

  it('a refused parameter that the user set is an error that names it', async () => {
    const adapter = answering(() => {
      throw new AssayError({ kind: 'unsupported_parameter', message: 'temperature is refused.', parameter: 'temperature' })
    })
    const { droppable: _none, ...byUser } = call
    await expect(runtime().generate(adapter, byUser, { read: textOf })).rejects.toMatchObject({ parameter: 'temperature' })
    expect(adapter.calls).toHaveLength(1)
  })

  it('what read throws is thrown, and the call is not made again', async () => {
    const adapter = answering(() => reply('nonsense'))
    await expect(runtime().generate(adapter, call, { read: readNothing })).rejects.toMatchObject({ kind: 'invalid_reply' })
    expect(adapter.calls).toHaveLength(1)
  })

  it('takes a policy, and stops on its signal', async () => {
    const adapter = answering(() => {
      throw new AssayError({ kind: 'overloaded', message: 'Busy.' })
    })
    await expect(
      createDirectRuntime({ clock: fakeClock(), retry: { maxAttempts: 2 } }).generate(adapter, call, { read: textOf }),
    ).rejects.toThrow('Busy.')
    expect(adapter.calls).toHaveLength(2)
    await expect(createDirectRuntime({ signal: AbortSignal.abort() }).generate(adapter, call, { read: textOf })).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(adapter.calls).toHaveLength(2)
  })

  it('a time-out names who was callCount', async () => {
    const held = createDirectRuntime({ clock: fakeClock(), attemptTimeoutMs: 1, retry: { maxAttempts: 1 } })
    const silent = answering(() => new Promise<never>(() => {}))
    const { provider, modelId } = silent
    const message = expect.stringContaining(`${provider}:${modelId} gave no reply within 1 ms.`)
    await expect(held.generate(silent, call, { read: textOf })).rejects.toMatchObject({ kind: 'timeout', provider, modelId, message })
    const embedding: EmbeddingAdapter = { ...embedder(1), doEmbed: () => new Promise<never>(() => {}) }
    await expect(held.embed(embedding, ['a'])).rejects.toMatchObject({ provider: 'test', message: expect.stringContaining('test:e gave') })
  })

  it.each<[string, unknown]>([
    ['undefined instead of a reply', undefined],
    ['a reply whose text is undefined', {}],
    ['a reply whose finishReason is a list', { text: '', finishReason: [] }],
    ['a reply whose warnings are a string', { ...reply('yes'), warnings: 'x' }],
    ['an answer whose usage is undefined', { text: '', finishReason: 'stop' }],
    ['an answer whose usage.calls is undefined', { ...reply('yes'), usage: {} }],
    ['an answer whose usage.outputTokens is NaN', { ...reply('yes'), usage: { ...noUsage, outputTokens: Number.NaN } }],
  ])('an adapter that gave %s is to blame, once', async (what, given) => {
    const adapter = answering(() => given as never)
    const { provider, modelId } = adapter
    await expect(runtime().generate(adapter, call, { read: textOf })).rejects.toMatchObject({
      kind: 'provider',
      isRetryable: false,
      provider,
      modelId,
      message: expect.stringContaining(`The adapter ${provider}:${modelId} gave ${what}`),
    })
    expect(adapter.calls).toHaveLength(1)
    const embedding: EmbeddingAdapter = { ...embedder(1), doEmbed: async () => given as never }
    await expect(runtime().embed(embedding, ['a'])).rejects.toMatchObject({ kind: 'provider', message: expect.stringContaining('test:e') })
  })

  it('what is thrown and no Error is a mistake of the adapter, which is named', async () => {
    const adapter = answering(() => {
      // oxlint-disable-next-line no-throw-literal, only-throw-error
      throw 'no luck'
    })
    await expect(runtime().generate(adapter, call, { read: textOf })).rejects.toThrow(
      `The adapter ${adapter.provider}:${adapter.modelId} threw what is no Error: no luck`,
    )
  })

  it('is made once in a process', () => {
    expect(directRuntime()).toBe(directRuntime())
  })
})

describe('embedding', () => {
  it('keeps the order over requests of at most maxBatch, and adds their usage', async () => {
    const adapter = embedder(2)
    expect(await runtime().embed(adapter, ['a', 'bb', 'ccc', '', 'eeeee'])).toEqual({
      vectors: [[1], [2], [3], [0], [5]],
      usage: { ...noUsage, calls: 3 },
    })
    expect(adapter.batches).toEqual([2, 2, 1])
  })

  it('sends no request without texts', async () => {
    const adapter = embedder(2)
    expect(await runtime().embed(adapter, [])).toEqual({ vectors: [], usage: noUsage })
    expect(adapter.batches).toEqual([])
  })

  it('a missing vector is an invalid reply, never a shifted one', async () => {
    const adapter = embedder(2, (texts) => ({ ...lengths(texts), vectors: [[1]] }))
    await expect(runtime().embed(adapter, ['a', 'b', 'c'])).rejects.toMatchObject({ kind: 'invalid_reply', provider: 'test' })
  })

  it('that fails in a later request includes the usage of the earlier ones', async () => {
    const usage = { ...noUsage, calls: 1, inputTokens: 7 }
    const failing = embedder(1, (texts) => {
      if (texts[0] === 'b') throw new AssayError({ kind: 'bad_request', message: 'No.' })
      return { vectors: [[1]], usage }
    })
    await expect(runtime().embed(failing, ['a', 'b'])).rejects.toMatchObject({ kind: 'bad_request', usage: { calls: 2, inputTokens: 7 } })
    const short = embedder(2, () => ({ vectors: [[1]], usage }))
    await expect(runtime().embed(short, ['a', 'b'])).rejects.toMatchObject({ kind: 'invalid_reply', usage })
  })

  describe('of more texts than the server takes', () => {
    const texts = Array.from({ length: 40 }, (_, at) => 'x'.repeat(at))
    const vectors = texts.map((text) => [text.length])
    const taking = (most: number, serverMessage?: string) =>
      embedder(32, (batch) => {
        if (batch.length <= most) return lengths(batch)
        throw new AssayError({ kind: 'request_too_large', parameter: 'maxBatch', message: 'No.', serverMessage })
      })

    it('continues with the number that it names, without another refusal', async () => {
      const [adapter, run] = [taking(10, 'batch size is invalid, it should not be larger than 10.'), runtime()]
      expect((await run.embed(adapter, texts)).vectors).toEqual(vectors)
      expect(adapter.batches).toEqual([32, 10, 10, 10, 10])
      await run.embed(adapter, texts.slice(0, 12))
      expect(adapter.batches.slice(5)).toEqual([10, 2])
    })

    it('halves where it names none, as often as it has to', async () => {
      const adapter = taking(5)
      expect((await runtime().embed(adapter, texts)).vectors).toEqual(vectors)
      expect(adapter.batches.slice(0, 5)).toEqual([32, 16, 8, 4, 4])
    })

    it('a number that is still too large is followed by a smaller one', async () => {
      const adapter = taking(4, 'batch size 32 > maximum allowed batch size 16, of 1,000 requests')
      await runtime().embed(adapter, texts)
      expect(adapter.batches.slice(0, 4)).toEqual([32, 16, 8, 4])
    })

    it('ends in the refusal where one text alone is too large, or where it is about something else', async () => {
      await expect(runtime().embed(taking(0), texts)).rejects.toMatchObject({ kind: 'request_too_large', parameter: 'maxBatch' })
      const other = embedder(32, () => {
        throw new AssayError({ kind: 'request_too_large', message: 'Too long.' })
      })
      await expect(runtime().embed(other, texts)).rejects.toMatchObject({ kind: 'request_too_large' })
      expect(other.batches).toEqual([32])
    })
  })

  it.each([0, -1, Number.NaN])('a maxBatch of %s is a mistake, not an endless loop', async (maxBatch) => {
    await expect(runtime().embed(embedder(maxBatch), ['a'])).rejects.toThrow(RangeError)
  })
})

function lengths(texts: readonly string[]): Embedded {
  return { vectors: texts.map((held) => [held.length]), usage: { ...noUsage, calls: 1 } }
}

function readNothing(): never {
  throw new AssayError({ kind: 'invalid_reply', message: 'Not JSON.' })
}

function embedder(maxBatch: number, embed = lengths): EmbeddingAdapter & { readonly batches: number[] } {
  const batches: number[] = []
  return {
    specificationVersion: 'v1',
    provider: 'test',
    modelId: 'e',
    fingerprint: {},
    maxBatch,
    batches,
    doEmbed: async (texts) => {
      batches.push(texts.length)
      return embed(texts)
    },
  }
}

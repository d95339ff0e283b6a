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
const text = ({ text: held }: { text: string }): string => held

describe('the direct runtime', () => {
  it('asks, retries, and reads', async () => {
    const adapter = answering((_call, asked) => {
      if (asked < 3) throw new AssayError({ kind: 'overloaded', message: 'Busy.' })
      return reply('yes')
    })
    const generated = await runtime().generate(adapter, call, { read: (got) => got.text.length })
    expect(generated).toEqual({ value: 3, reply: reply('yes'), attempts: 3, latencyMs: 0, stored: false })
  })

  it('sends no list of what may be dropped', async () => {
    const adapter = answering(() => reply('yes'))
    await runtime().generate(adapter, call, { read: text })
    const { droppable: _none, ...sent } = call
    expect(adapter.calls).toEqual([sent])
  })

  it('falls back once per refusal, says so, and remembers it for the next call', async () => {
    const adapter = answering((got) => {
      const parameter = got.output?.mode !== 'prompt' ? 'output' : got.temperature !== undefined ? 'temperature' : undefined
      if (parameter !== undefined) throw new AssayError({ kind: 'unsupported_parameter', message: 'No.', parameter })
      return reply('yes')
    })
    const held = runtime()
    const first = await held.generate(adapter, call, { read: text })
    expect(first.attempts).toBe(4)
    expect(first.reply.warnings).toHaveLength(2)
    const second = await held.generate(adapter, call, { read: text })
    expect(second).toMatchObject({ attempts: 1, reply: { warnings: first.reply.warnings } })
    expect(adapter.calls).toHaveLength(5)
  })

  it('a refused parameter that the user set is an error that names it', async () => {
    const adapter = answering(() => {
      throw new AssayError({ kind: 'unsupported_parameter', message: 'temperature is refused.', parameter: 'temperature' })
    })
    const { droppable: _none, ...byUser } = call
    await expect(runtime().generate(adapter, byUser, { read: text })).rejects.toMatchObject({ parameter: 'temperature' })
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
      createDirectRuntime({ clock: fakeClock(), retry: { maxAttempts: 2 } }).generate(adapter, call, { read: text }),
    ).rejects.toThrow('Busy.')
    expect(adapter.calls).toHaveLength(2)
    await expect(createDirectRuntime({ signal: AbortSignal.abort() }).generate(adapter, call, { read: text })).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(adapter.calls).toHaveLength(2)
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

  it('asks nothing for no texts', async () => {
    const adapter = embedder(2)
    expect(await runtime().embed(adapter, [])).toEqual({ vectors: [], usage: noUsage })
    expect(adapter.batches).toEqual([])
  })

  it('a missing vector is an invalid reply, never a shifted one', async () => {
    const adapter = embedder(2, (texts) => ({ ...lengths(texts), vectors: [[1]] }))
    await expect(runtime().embed(adapter, ['a', 'b', 'c'])).rejects.toMatchObject({ kind: 'invalid_reply', provider: 'test' })
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

import { describe, expect, it } from 'vitest'
import { answering, reply } from './__fixtures__/adapters.ts'
import { AssayError, type AssayErrorKind } from './assay-error.ts'
import { createDirectRuntime } from './direct-runtime.ts'
import type { EmbeddingAdapter } from './embedding-adapter.ts'
import { meterRuntime } from './metered-runtime.ts'
import type { Runtime } from './runtime.ts'
import { Suspended } from './suspended.ts'
import { noUsage, unknownUsage } from './usage.ts'

const once = (): Runtime => createDirectRuntime({ retry: { maxAttempts: 1 } })
const read = ({ text }: { text: string }): string => text
const failing = (error: Error) =>
  answering(() => {
    throw error
  })

describe('a metered runtime', () => {
  it('begins at nothing and adds every reply', async () => {
    const meter = meterRuntime(once())
    expect(meter.usage()).toEqual(noUsage)
    const adapter = answering(() => reply('yes'))
    await meter.generate(adapter, { messages: [] }, { read })
    await meter.generate(adapter, { messages: [] }, { read })
    expect(meter.usage()).toEqual({
      calls: 2,
      inputTokens: 20,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 10,
      reasoningTokens: 0,
    })
  })

  it('counts a reply that was rejected, once', async () => {
    const meter = meterRuntime(once())
    await expect(
      meter.generate(
        answering(() => reply('x')),
        { messages: [] },
        { read: rejecting },
      ),
    ).rejects.toThrow('No.')
    expect(meter.usage()).toEqual(reply('x').usage)
  })

  it.each<AssayErrorKind>(['timeout', 'connection', 'provider', 'aborted', 'empty_reply', 'invalid_reply', 'truncated'])(
    'a call that broke by %s has unknown usage',
    async (kind) => {
      const meter = meterRuntime(once())
      await expect(meter.generate(failing(new AssayError({ kind, message: 'm' })), { messages: [] }, { read })).rejects.toMatchObject({
        kind,
      })
      expect(meter.usage()).toEqual(unknownUsage())
    },
  )

  it.each<AssayErrorKind>(['auth', 'quota', 'bad_request', 'rate_limit', 'model_not_found'])(
    'a call refused by %s has no usage',
    async (kind) => {
      const meter = meterRuntime(once())
      await expect(meter.generate(failing(new AssayError({ kind, message: 'm' })), { messages: [] }, { read })).rejects.toMatchObject({
        kind,
      })
      expect(meter.usage()).toEqual({ ...noUsage, calls: 1 })
    },
  )

  it('a reply that the adapter could not use has the usage that the provider reports', async () => {
    const usage = { ...unknownUsage(), inputTokens: 900, outputTokens: 4096 }
    const meter = meterRuntime(once())
    const error = new AssayError({ kind: 'empty_reply', message: 'm', usage })
    await expect(meter.generate(failing(error), { messages: [] }, { read })).rejects.toBe(error)
    expect(meter.usage()).toEqual(usage)
    expect(JSON.parse(JSON.stringify(error))).not.toHaveProperty('usage')
  })

  it('lets Suspended and mistakes through, uncounted', async () => {
    const later = new Suspended()
    const mistake = new TypeError('a mistake')
    const rejects = () => Promise.reject(mistake)
    for (const [runtime, error] of [
      [once(), later],
      [{ generate: rejects, embed: rejects }, mistake],
    ] as const) {
      const meter = meterRuntime(runtime)
      await expect(meter.generate(failing(later), { messages: [] }, { read })).rejects.toBe(error)
      expect(meter.usage()).toEqual(noUsage)
    }
  })

  it('counts embedding, failed calls too', async () => {
    const meter = meterRuntime(once())
    await meter.embed(embedder(false), ['a'])
    expect(meter.usage()).toEqual({ ...noUsage, calls: 1, inputTokens: 3 })
    await expect(meter.embed(embedder(true), ['a'])).rejects.toMatchObject({ kind: 'timeout' })
    expect(meter.usage()).toEqual(unknownUsage(2))
  })

  it('passes the signal on', () => {
    const { signal } = new AbortController()
    expect(meterRuntime(createDirectRuntime({ signal })).signal).toBe(signal)
  })
})

function rejecting(): never {
  throw new AssayError({ kind: 'invalid_reply', message: 'No.' })
}

function embedder(fails: boolean): EmbeddingAdapter {
  return {
    specificationVersion: 'v1',
    provider: 'test',
    modelId: 'e',
    fingerprint: {},
    maxBatch: 8,
    doEmbed: async (texts) => {
      if (fails) throw new AssayError({ kind: 'timeout', message: 'm' })
      return { vectors: texts.map(() => [1]), usage: { ...noUsage, calls: 1, inputTokens: 3 } }
    },
  }
}

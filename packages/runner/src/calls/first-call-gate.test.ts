import { AssayError, createDirectRuntime, type LLMAdapter, type Runtime } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { replyOf, scriptedAdapter, turn } from '../__fixtures__/scripted.ts'
import { gateFirstCalls } from './first-call-gate.ts'

const direct = (): Runtime => createDirectRuntime({ retry: { maxAttempts: 1 } })
const call = (runtime: Runtime, adapter: LLMAdapter) =>
  runtime.generate(adapter, { messages: [] }, { read: ({ text }) => text }).then(
    ({ value }) => value,
    (error: unknown) => (AssayError.is(error) ? error.kind : 'other'),
  )

/** An adapter whose calls end when the test says so. */
function held(modelId?: string) {
  const ends: ((reply: ReturnType<typeof replyOf> | AssayError) => void)[] = []
  const adapter = scriptedAdapter(
    () => new Promise((resolve, reject) => ends.push((end) => (AssayError.is(end) ? reject(end) : resolve(end)))),
    modelId,
  )
  return { adapter, ends }
}

describe('the first call of an adapter', () => {
  it('goes alone; the others follow when it has come back', async () => {
    const { adapter, ends } = held()
    const runtime = gateFirstCalls(direct())
    const results = [1, 2, 3].map(() => call(runtime, adapter))
    await turn()
    expect(ends).toHaveLength(1)
    ends[0]?.(replyOf('first'))
    await turn()
    expect(ends).toHaveLength(3)
    for (const end of ends.slice(1)) end(replyOf('later'))
    expect(await Promise.all(results)).toEqual(['first', 'later', 'later'])
  })

  it('of another model does not wait for it, of the same model in another object does', async () => {
    const runtime = gateFirstCalls(direct())
    const [one, other, twin] = [held('one'), held('other'), held('one')]
    const results = [one, other, twin].map(({ adapter }) => call(runtime, adapter))
    await turn()
    expect([one, other, twin].map(({ ends }) => ends.length)).toEqual([1, 1, 0])
    one.ends[0]?.(replyOf('1'))
    await turn()
    for (const end of [...other.ends, ...twin.ends]) end(replyOf('1'))
    expect(await Promise.all(results)).toEqual(['1', '1', '1'])
  })

  it.each(['auth', 'quota', 'model_not_found', 'connection'] as const)(
    'that fails by %s fails for all, without a second call',
    async (kind) => {
      const { adapter, ends } = held()
      const runtime = gateFirstCalls(direct())
      const results = [1, 2, 3].map(() => call(runtime, adapter))
      await turn()
      ends[0]?.(new AssayError({ kind, message: 'no' }))
      expect(await Promise.all([...results, call(runtime, adapter)])).toEqual([kind, kind, kind, kind])
      expect(ends).toHaveLength(1)
    },
  )

  it('that fails by its own row lets the others go', async () => {
    const { adapter, ends } = held()
    const runtime = gateFirstCalls(direct())
    const results = [1, 2].map(() => call(runtime, adapter))
    await turn()
    ends[0]?.(new AssayError({ kind: 'content_filter', message: 'no' }))
    await turn()
    ends[1]?.(replyOf('fine'))
    expect(await Promise.all(results)).toEqual(['content_filter', 'fine'])
  })

  it('to an embedding model goes alone too', async () => {
    let open = 0
    const runtime = gateFirstCalls(direct())
    const release = Promise.withResolvers<void>()
    const adapter = {
      specificationVersion: 'v1',
      provider: 'toy',
      modelId: 'vectors',
      fingerprint: { modelId: 'vectors' },
      maxBatch: 10,
      doEmbed: async (texts: readonly string[]) => {
        open += 1
        await release.promise
        return { vectors: texts.map(() => [1]), usage: replyOf('').usage }
      },
    } as const
    const results = [1, 2].map(() => runtime.embed(adapter, ['a']))
    await turn()
    expect(open).toBe(1)
    release.resolve()
    expect(await Promise.all(results)).toHaveLength(2)
    expect(open).toBe(2)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyMetric, AssayError, directRuntime, type EmbeddingAdapter, meterRuntime, scored, unscoredBy } from '@assay/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scriptedMetric, turn } from './__fixtures__/scripted.ts'
import { lateStore } from './__fixtures__/late-store.ts'
import { evaluate } from './evaluate.ts'
import { openReplyStore, type FolderReplyStore } from './store/index.ts'

let folder: string
let store: FolderReplyStore
let batches: (readonly string[])[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-embed-'))
  store = await openReplyStore({ folder, onWarning: (message) => expect.unreachable(message) })
  batches = []
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const adapterOf = (maxBatch: number): EmbeddingAdapter => ({
  specificationVersion: 'v1',
  provider: 'toy',
  modelId: 'embed-1',
  fingerprint: { modelId: 'embed-1' },
  maxBatch,
  async doEmbed(texts) {
    batches.push(texts)
    await turn()
    const usage = { calls: 1, inputTokens: texts.length, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 }
    return { vectors: texts.map((text) => [text.length, 1 / 3]), usage }
  },
})

/** Scores 1 where every context has the vector that is its own. */
function embedding(adapter: EmbeddingAdapter): AnyMetric {
  return scriptedMetric(
    async ({ retrievedContexts }, runtime = directRuntime()) => {
      const metered = meterRuntime(runtime)
      try {
        const { vectors } = await metered.embed(adapter, retrievedContexts)
        const right = retrievedContexts.every((text, at) => vectors[at]?.[0] === text.length && vectors[at]?.[1] === 1 / 3)
        return scored({ signature: 'toy|v1', value: right ? 1 : 0, reason: 'as embedded', detail: {}, usage: metered.usage() })
      } catch (error) {
        return unscoredBy(error, { signature: 'toy|v1', usage: metered.usage() })
      }
    },
    { needs: ['retrievedContexts'] },
  )
}

const rows = [
  ['one', 'two', 'three'],
  ['three', 'four'],
  ['one', 'four', 'four'],
].map((retrievedContexts) => ({ retrievedContexts }))

it('a text is embedded once, though rows request it at the same time, and its vector is exact', async () => {
  const { metrics, usage } = await evaluate({ data: rows, metrics: [embedding(adapterOf(10))], store }).result()
  expect(metrics['toy']).toMatchObject({ mean: 1, scored: 3 })
  expect(batches.flat().sort()).toEqual(['four', 'one', 'three', 'two'])
  expect(usage).toMatchObject({ inputTokens: 4 })
})

it('a text is embedded once with a store that takes its time to answer, however long each look-up takes', async () => {
  const data = [...rows, ...rows]
  const { metrics, usage } = await evaluate({ data, metrics: [embedding(adapterOf(1))], store: lateStore(store) }).result()
  expect(metrics['toy']).toMatchObject({ mean: 1, scored: 6 })
  expect(batches.flat().sort()).toEqual(['four', 'one', 'three', 'two'])
  expect(usage).toMatchObject({ inputTokens: 4 })
  await evaluate({ data, metrics: [embedding(adapterOf(1))], store: lateStore(store) }).result()
  expect(batches).toHaveLength(4)
})

it('a text that another run embedded is not called for again, unless the cache is off', async () => {
  await evaluate({ data: rows, metrics: [embedding(adapterOf(10))], store }).result()
  batches = []
  const { metrics, usage } = await evaluate({ data: rows, metrics: [embedding(adapterOf(10))], store }).result()
  expect(metrics['toy']).toMatchObject({ mean: 1, scored: 3 })
  expect(usage.calls).toBe(0)
  expect(batches).toEqual([])
  await evaluate({ data: rows, metrics: [embedding(adapterOf(10))], store, cache: false }).result()
  expect(batches).not.toEqual([])
})

it.each([true, false])('a run that was cut short requests no text twice, whether it shares its vectors or not (%s)', async (cache) => {
  const finish = new AbortController()
  const options = { data: rows, metrics: [embedding(adapterOf(1))], store, cache, concurrency: 1 }
  const first = evaluate({ ...options, finish: finish.signal })
  for await (const _row of first) finish.abort()
  const { run, stopped } = await first.result()
  expect(stopped?.cause).toBe('aborted')
  expect(store.lastUnfinishedRun()?.id).toBe(run.id)
  const { metrics } = await evaluate({ ...options, resume: run.id }).result()
  expect(metrics['toy']).toMatchObject({ mean: 1, scored: 3 })
  expect(batches.flat().toSorted()).toEqual(['four', 'one', 'three', 'two'])
  expect(store.stats()?.vectors, 'those of the run alone go with its journal').toBe(cache ? 4 : 0)
})

it('texts go in requests of as many as the adapter takes', async () => {
  await evaluate({ data: [{ retrievedContexts: ['a', 'b', 'c', 'd', 'e'] }], metrics: [embedding(adapterOf(2))] }).result()
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('a batch that fails does not fail the one before it, and its usage is counted once', async () => {
  const whole = adapterOf(2)
  const failing: EmbeddingAdapter = {
    ...whole,
    async doEmbed(texts, options) {
      if (texts.includes('bad')) throw new AssayError({ kind: 'bad_request', message: 'no' })
      return whole.doEmbed(texts, options)
    },
  }
  const data = [['one', 'two', 'bad'], ['one'], ['bad'], ['own', 'bad']].map((retrievedContexts) => ({ retrievedContexts }))
  const evaluation = evaluate({ data, metrics: [embedding(failing)] })
  const scores = []
  for await (const { result } of evaluation) scores.push(result.scores['toy'])
  expect(scores.map((score) => score?.status)).toEqual(['unscored', 'scored', 'unscored', 'unscored'])
  expect(scores.map((score) => score?.usage.calls)).toEqual([2, 0, 0, 1])
  expect(scores.map((score) => score?.usage.inputTokens)).toEqual([2, 0, 0, 1])
})

it('an adapter that takes no texts at once is refused, and waits for nothing', async () => {
  const { metrics } = await evaluate({ data: rows, metrics: [embedding(adapterOf(0))], stopAfter: 10 }).result()
  expect(metrics['toy']).toMatchObject({ scored: 0, causes: { config: 3 } })
})

import { addUsage, type Embedded, type EmbeddingAdapter, embedInBatches, noUsage, type Usage } from '@assay/core'
import type { CallEstimator } from './call-estimator.ts'
import type { FirstCallGate } from './first-call-gate.ts'
import { paidCall, type PaidCallOptions } from './paid-call.ts'
import { vectorKey } from '../store/rows/vector-rows.ts'
import type { ReplyKeeping } from './reply-keeping.ts'

export type TextEmbedderOptions = PaidCallOptions & {
  readonly through: FirstCallGate
  readonly estimator: CallEstimator
  /** Opened when the first call is made. */
  readonly keeping?: (() => Promise<ReplyKeeping | undefined>) | undefined
}

export type TextEmbedder = (metric: string, adapter: EmbeddingAdapter, texts: readonly string[]) => Promise<Embedded>

type Missing = { readonly key: string; readonly text: string }

/** Embeds each text once: kept vectors are not asked for, nor texts that another row is having embedded. */
export function createTextEmbedder(options: TextEmbedderOptions): TextEmbedder {
  const { keeping, through, estimator } = options
  const flying = new Map<string, Promise<readonly number[]>>()

  return async (metric, adapter, texts) => {
    const keys = texts.map((text) => vectorKey(adapter, text))
    const keeper = await keeping?.()
    const kept = keeper?.findVectors(keys) ?? []
    const missing = new Map<string, string>()
    for (const [at, text] of texts.entries()) {
      const key = keys[at] ?? ''
      if (kept[at] === undefined && !flying.has(key)) missing.set(key, text)
    }
    const own =
      missing.size === 0
        ? undefined
        : embed(
            metric,
            adapter,
            Array.from(missing, ([key, text]) => ({ key, text })),
          )
    const vectors = await Promise.all(texts.map((_, at) => kept[at] ?? flying.get(keys[at] ?? '')))
    return { vectors: vectors.map((vector) => vector ?? []), usage: own === undefined ? noUsage : (await own).usage }
  }

  /** In as many requests as the adapter's `maxBatch` asks for, each a paid call of its own. */
  async function embedBatches(metric: string, adapter: EmbeddingAdapter, missing: readonly Missing[]): Promise<Embedded> {
    const vectors: (readonly number[])[] = []
    let usage: Usage = noUsage
    // A batch of nothing is refused where it is asked for, and must not be waited for here.
    const size = adapter.maxBatch >= 1 ? adapter.maxBatch : missing.length
    for (let start = 0; start < missing.length; start += size) {
      const batch = missing.slice(start, start + size)
      const texts = batch.map(({ text }) => text)
      const embedded = await paidCall(options, { metric, adapter, estimate: estimator.ofTexts(texts) }, async (loopOfCall) => {
        const value = await embedInBatches(adapter, texts, loopOfCall)
        await (await keeping?.())?.keepVectors(batch.map(({ key }, at) => ({ key, vector: value.vectors[at] ?? [] })))
        return { value, usage: value.usage, latencyMs: null }
      })
      vectors.push(...embedded.vectors)
      usage = addUsage(usage, embedded.usage)
    }
    return { vectors, usage }
  }

  function embed(metric: string, adapter: EmbeddingAdapter, missing: readonly Missing[]): Promise<Embedded> {
    const work = through(adapter, () => embedBatches(metric, adapter, missing))
    for (const [at, { key }] of missing.entries()) {
      const vector = work.then(({ vectors }) => vectors[at] ?? [])
      // Whoever waits for it sees the failure; nobody has to.
      vector.catch(() => undefined)
      flying.set(key, vector)
      void work.then(
        () => flying.delete(key),
        () => flying.delete(key),
      )
    }
    return work
  }
}

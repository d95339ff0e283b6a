import {
  addUsage,
  AssayError,
  type AttemptLoopOptions,
  createBatchSizes,
  type Embedded,
  type EmbeddingAdapter,
  embedInBatches,
  noUsage,
  type Usage,
  usageOfFailure,
  withUsage,
} from '@assay/core'
import type { MostTokens } from '../money/cost-of.ts'
import { mostOfTexts } from '../money/most-tokens.ts'
import type { CallEstimator } from './call-estimator.ts'
import type { FirstCallGate } from './first-call-gate.ts'
import { newTally, paid, type PaidCall } from './paid-call.ts'
import { vectorKey } from '../store/rows/vector-rows.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { RunRuntimeOptions } from './run-runtime.ts'
import { wayOf } from './step.ts'
import { withinTotalTime } from './within-total-time.ts'

export type TextEmbedderOptions = Pick<RunRuntimeOptions, 'loop' | 'totalTimeoutMs' | 'costs' | 'budget' | 'onEvent'> & {
  readonly through: FirstCallGate
  readonly estimator: CallEstimator
  readonly cache: () => Promise<ReplyCache>
  /** Wraps each attempt. */
  readonly loopOf: (call: PaidCall) => AttemptLoopOptions
}

export type TextEmbedder = (metric: string, adapter: EmbeddingAdapter, texts: readonly string[]) => Promise<Embedded>

type BatchCall = PaidCall & { readonly adapter: EmbeddingAdapter; readonly batch: readonly Missing[]; readonly texts: readonly string[] }
type Missing = { readonly key: string; readonly text: string }

/** Embeds each text once: vectors that are stored, or in flight for another row, are not requested again. */
export function createTextEmbedder(options: TextEmbedderOptions): TextEmbedder {
  const { cache, through, estimator, loop } = options
  const embedBatch = wayOf<BatchCall, Embedded & { readonly latencyMs: null }>(
    [paid(options), withinTotalTime(options.totalTimeoutMs)],
    embedAndKeep,
  )
  const flying = new Map<string, Promise<readonly number[]>>()
  const sizes = createBatchSizes()

  return async (metric, adapter, texts) => {
    const keys = texts.map((text) => vectorKey(adapter, text))
    const replies = await cache()
    const stored = replies.findVectors(keys)
    const missing = new Map<string, string>()
    for (const [at, text] of texts.entries()) {
      const key = keys[at] ?? ''
      if (stored[at] === undefined && !flying.has(key)) missing.set(key, text)
    }
    const own =
      missing.size === 0
        ? undefined
        : embed(
            metric,
            adapter,
            Array.from(missing, ([key, text]) => ({ key, text })),
          )
    // Collected before the first await: a finished text leaves `flying`.
    const coming = texts.map((_, at) => Promise.resolve(stored[at] ?? flying.get(keys[at] ?? '')))
    const usage = own === undefined ? noUsage : await own
    try {
      return { vectors: (await Promise.all(coming)).map((vector) => vector ?? []), usage }
    } catch (error) {
      // The callers that requested the other texts count what their failure used.
      throw AssayError.is(error) ? withUsage(error, usage) : error
    }
  }

  async function embedAndKeep(call: BatchCall): Promise<Embedded & { readonly latencyMs: null }> {
    const embedded = await embedInBatches(call.adapter, call.texts, { loop: options.loopOf(call), sizes })
    await (await cache()).putVectors(call.batch.map(({ key }, at) => ({ key, vector: embedded.vectors[at] ?? [] })))
    return { ...embedded, latencyMs: null }
  }

  /** One request of at most `maxBatch` texts, or several if the server takes fewer, as a charged call of its own. */
  function callOf(metric: string, adapter: EmbeddingAdapter, batch: readonly Missing[]): BatchCall {
    const texts = batch.map(({ text }) => text)
    const estimate = estimator.ofTexts(adapter, texts)
    const most = (): MostTokens => mostOfTexts(texts)
    return { metric, adapter, batch, texts, estimate, most, signal: loop.signal, tally: newTally() }
  }

  /** A waiting caller gets a text once its batch is there, even if later batches fail. */
  function embed(metric: string, adapter: EmbeddingAdapter, missing: readonly Missing[]): Promise<Usage> {
    const batches = batchesOf(missing, sizes.of(adapter)).map((batch) => ({
      batch,
      answered: Promise.withResolvers<Embedded['vectors']>(),
    }))
    for (const { batch, answered } of batches) {
      for (const [at, { key }] of batch.entries()) {
        const vector = answered.promise.then((vectors) => vectors[at] ?? [])
        const forget = (): boolean => flying.delete(key)
        // Callers that wait see the failure; there may be none.
        vector.then(forget, forget)
        flying.set(key, vector)
      }
    }
    const work = through(adapter, async () => {
      let usage: Usage = noUsage
      for (const { batch, answered } of batches) {
        const embedded = await embedBatch(callOf(metric, adapter, batch)).catch((error: unknown) => {
          throw AssayError.is(error) ? withUsage(error, addUsage(usage, usageOfFailure(error))) : error
        })
        usage = addUsage(usage, embedded.usage)
        answered.resolve(embedded.vectors)
      }
      return usage
    })
    work.catch((error: unknown) => {
      for (const { answered } of batches) answered.reject(error)
    })
    return work
  }
}

function batchesOf(missing: readonly Missing[], maxBatch: number): (readonly Missing[])[] {
  // An invalid batch size is refused in the request, and must not loop here.
  const size = maxBatch >= 1 ? Math.floor(maxBatch) : missing.length
  return Array.from({ length: Math.ceil(missing.length / size) }, (_, at) => missing.slice(at * size, (at + 1) * size))
}

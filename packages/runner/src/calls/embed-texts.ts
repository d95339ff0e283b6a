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

type BatchCall = PaidCall & { readonly adapter: EmbeddingAdapter; readonly batch: readonly OwnText[]; readonly texts: readonly string[] }
/** A text that this caller looks up, and requests if it is not stored. */
type OwnText = {
  readonly key: string
  readonly text: string
  readonly resolve: (vector: readonly number[]) => void
  readonly reject: (error: unknown) => void
}

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
    const own = texts.flatMap((text, at): OwnText[] => {
      const key = keys[at] ?? ''
      return flying.has(key) ? [] : [begin(key, text)]
    })
    // Collected before the first await: a finished text leaves `flying`.
    const coming = keys.map((key) => Promise.resolve(flying.get(key)))
    const usage = own.length === 0 ? noUsage : await answer(metric, adapter, own)
    try {
      return { vectors: (await Promise.all(coming)).map((vector) => vector ?? []), usage }
    } catch (error) {
      // The callers that requested the other texts count what their failure used.
      throw AssayError.is(error) ? withUsage(error, usage) : error
    }
  }

  /** Claims a text, so that no other caller looks it up or requests it until it is there. */
  function begin(key: string, text: string): OwnText {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
    const forget = (): boolean => flying.delete(key)
    // Callers that wait see the failure; there may be none.
    promise.then(forget, forget)
    flying.set(key, promise)
    return { key, text, resolve, reject }
  }

  /** Stored vectors for some of the texts, requests for the others. */
  async function answer(metric: string, adapter: EmbeddingAdapter, own: readonly OwnText[]): Promise<Usage> {
    try {
      const stored = await (await cache()).findVectors(own.map(({ key }) => key))
      for (const [at, { resolve }] of own.entries()) {
        const vector = stored[at]
        if (vector !== undefined) resolve(vector)
      }
      const missing = own.filter((_, at) => stored[at] === undefined)
      return missing.length === 0 ? noUsage : await embed(metric, adapter, missing)
    } catch (error) {
      // Those that are there already stay so.
      for (const { reject } of own) reject(error)
      throw error
    }
  }

  async function embedAndKeep(call: BatchCall): Promise<Embedded & { readonly latencyMs: null }> {
    const embedded = await embedInBatches(call.adapter, call.texts, { loop: options.loopOf(call), sizes })
    await (await cache()).putVectors(call.batch.map(({ key }, at) => ({ key, vector: embedded.vectors[at] ?? [] })))
    return { ...embedded, latencyMs: null }
  }

  /** One request of at most `maxBatch` texts, or several if the server takes fewer, as a charged call of its own. */
  function callOf(metric: string, adapter: EmbeddingAdapter, batch: readonly OwnText[]): BatchCall {
    const texts = batch.map(({ text }) => text)
    const estimate = estimator.ofTexts(adapter, texts)
    const most = (): MostTokens => mostOfTexts(texts)
    return { metric, adapter, batch, texts, estimate, most, signal: loop.signal, tally: newTally() }
  }

  /** A waiting caller gets a text once its batch is there, even if later batches fail. */
  function embed(metric: string, adapter: EmbeddingAdapter, missing: readonly OwnText[]): Promise<Usage> {
    const batches = batchesOf(missing, sizes.of(adapter))
    return through(adapter, async () => {
      let usage: Usage = noUsage
      for (const batch of batches) {
        const embedded = await embedBatch(callOf(metric, adapter, batch)).catch((error: unknown) => {
          throw AssayError.is(error) ? withUsage(error, addUsage(usage, usageOfFailure(error))) : error
        })
        usage = addUsage(usage, embedded.usage)
        for (const [at, { resolve }] of batch.entries()) resolve(embedded.vectors[at] ?? [])
      }
      return usage
    })
  }
}

function batchesOf(missing: readonly OwnText[], maxBatch: number): (readonly OwnText[])[] {
  // An invalid batch size is refused in the request, and must not loop here.
  const size = maxBatch >= 1 ? Math.floor(maxBatch) : missing.length
  return Array.from({ length: Math.ceil(missing.length / size) }, (_, at) => missing.slice(at * size, (at + 1) * size))
}

import { AssayError, withUsage } from './assay-error.ts'
import { attemptLoop, type AttemptLoopOptions } from './attempt-loop.ts'
import { type BatchSizes, createBatchSizes } from './batch-sizes.ts'
import { checkedAnswer, wrongEmbedded, wrongReply } from './checked-answer.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Embedded, EmbeddingAdapter } from './embedding-adapter.ts'
import type { GivenUp, LLMAdapter, LLMCall, LLMReply } from './llm-adapter.ts'
import { createParameterFallback, type ParameterFallback } from './fallback/parameter-fallback.ts'
import { usageOfFailure } from './metered-runtime.ts'
import { type RetryPolicy, retryPolicyOf } from './retry-policy.ts'
import type { GenerateOptions, Generated, Runtime } from './runtime.ts'
import { addUsage, noUsage, type Usage } from './usage.ts'

export type DirectRuntimeOptions = {
  readonly signal?: AbortSignal | undefined
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Milliseconds one attempt may take. Default 600,000: a local model may load first. */
  readonly attemptTimeoutMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

/** Retries and the parameter fallback, nothing else: what a metric uses when nobody gives it a runtime. */
export function createDirectRuntime(options: DirectRuntimeOptions = {}): Runtime {
  const loop: AttemptLoopOptions = {
    policy: retryPolicyOf(options.retry),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    signal: options.signal,
    attemptTimeoutMs: options.attemptTimeoutMs ?? 600_000,
  }
  const fallback = createParameterFallback()
  const sizes = createBatchSizes()
  return {
    signal: options.signal,
    async generate<T>(adapter: LLMAdapter, call: LLMCall, { read }: GenerateOptions<T>): Promise<Generated<T>> {
      const { reply, attempts, latencyMs } = await askAdapter(adapter, call, { loop, fallback })
      return { value: read(reply), reply, attempts, latencyMs, stored: false }
    },
    embed: (adapter, texts) => embedInBatches(adapter, texts, { loop, sizes }),
  }
}

let shared: Runtime | undefined

/** The direct runtime of this process, made on first use. */
export function directRuntime(): Runtime {
  return (shared ??= createDirectRuntime())
}

export type Asked = {
  readonly reply: LLMReply
  /** The call as it was finally sent: what call keys are made from. */
  readonly call: LLMCall
  readonly attempts: number
  readonly latencyMs: number
}

export type AskOptions = {
  readonly loop: AttemptLoopOptions
  readonly fallback: ParameterFallback
  /**
   * Takes a reply while its attempt is not over: whoever limits attempts by `around` counts it as in flight until this settles, so that
   * a reply that was lost with the process is one of those in flight. Never called for an answer that is no reply.
   */
  readonly keep?: ((asked: Omit<Asked, 'attempts'>) => PromiseLike<void>) | undefined
  /** Told before each request what of the call is not sent, or not so. */
  readonly onSend?: ((givenUp: GivenUp) => void) | undefined
}

/**
 * One reply from one adapter: the retry loop, with the parameter fallback around it. Runners build on it.
 * @throws AssayError of the adapter; `provider`, naming the adapter, where its reply is none.
 */
export async function askAdapter(adapter: LLMAdapter, call: LLMCall, { loop, fallback, keep, onSend }: AskOptions): Promise<Asked> {
  const known = fallback.begin(adapter, call)
  for (let refused = 0; ;) {
    const { call: adapted, warnings: changes, givenUp } = await known.next(loop.signal)
    const { droppable: _never, ...sent } = adapted
    onSend?.(givenUp)
    const ask = async (signal: AbortSignal | undefined): Promise<Omit<Asked, 'attempts'>> => {
      const startedAt = loop.clock.monotonic()
      const given = await checkedAnswer(adapter, () => adapter.doGenerate(sent, { signal }), wrongReply)
      const latencyMs = loop.clock.monotonic() - startedAt
      const warnings = [...(given.warnings ?? []), ...changes]
      const reply: LLMReply = {
        ...given,
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(changes.length === 0 ? {} : { givenUp }),
      }
      const asked = { reply, call: sent, latencyMs }
      await keep?.(asked)
      return asked
    }
    try {
      const { value, attempts } = await attemptLoop(ask, { ...loop, adapter })
      known.worked()
      return { ...value, attempts: attempts + refused }
    } catch (error) {
      const stands = await known.failed(error, loop.signal)
      if (stands !== undefined) throw stands
      refused += 1
    }
  }
}

/**
 * Embeds texts in requests of at most `maxBatch`, one after the other. A server that refuses so many at once is asked for fewer.
 * @throws AssayError `invalid_reply` where an adapter returns another number of vectors than it was given texts; `provider` where it
 * returns none.
 */
export async function embedInBatches(
  adapter: EmbeddingAdapter,
  texts: readonly string[],
  { loop, sizes }: { readonly loop: AttemptLoopOptions; readonly sizes: BatchSizes },
): Promise<Embedded> {
  const { provider, modelId, maxBatch } = adapter
  if (!(maxBatch >= 1)) throw new RangeError(`${provider}:${modelId}: maxBatch is ${maxBatch}, and must be 1 or more`)
  const vectors: (readonly number[])[] = []
  let usage: Usage = noUsage
  for (let start = 0; start < texts.length;) {
    const batch = texts.slice(start, start + sizes.of(adapter))
    const ask = (signal: AbortSignal | undefined) => checkedAnswer(adapter, () => adapter.doEmbed(batch, { signal }), wrongEmbedded)
    let value: Embedded
    try {
      value = (await attemptLoop(ask, { ...loop, adapter })).value
    } catch (error) {
      if (sizes.learn(adapter, batch.length, error)) continue
      // The requests before it were paid for all the same.
      throw AssayError.is(error) && usage !== noUsage ? withUsage(error, addUsage(usage, usageOfFailure(error))) : error
    }
    start += batch.length
    usage = addUsage(usage, value.usage)
    if (value.vectors.length !== batch.length) {
      const message = `${provider}:${modelId} returned ${value.vectors.length} vectors for ${batch.length} texts. Ask for fewer at once, or use another model.`
      throw new AssayError({ kind: 'invalid_reply', provider, modelId, message, usage })
    }
    for (const vector of value.vectors) vectors.push(vector)
  }
  return { vectors, usage }
}

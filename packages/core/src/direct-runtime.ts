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
  /** Time limit of one attempt, in milliseconds. Default 600,000: a local model may load first. */
  readonly attemptTimeoutMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

/** Only retries and the parameter fallback. A metric uses it if it gets no runtime. */
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
      const { reply, attempts, latencyMs } = await callAdapter(adapter, call, { loop, fallback })
      return { value: read(reply), reply, attempts, latencyMs, stored: false }
    },
    embed: (adapter, texts) => embedInBatches(adapter, texts, { loop, sizes }),
  }
}

let shared: Runtime | undefined

/** The direct runtime of this process, created on first use. */
export function directRuntime(): Runtime {
  return (shared ??= createDirectRuntime())
}

export type AdapterResult = {
  readonly reply: LLMReply
  /** The call as finally sent. Call keys are made from it. */
  readonly call: LLMCall
  readonly attempts: number
  readonly latencyMs: number
  /** The service tier that was requested. */
  readonly serviceTier?: string | undefined
}

export type CallAdapterOptions = {
  readonly loop: AttemptLoopOptions
  readonly fallback: ParameterFallback
  /**
   * Takes a reply before its attempt ends. Code that limits attempts with `around` counts the attempt as in flight until this settles, so
   * a reply that is lost with the process counts as in flight. Not called for an invalid answer.
   */
  readonly onReply?: ((result: Omit<AdapterResult, 'attempts'>) => PromiseLike<void>) | undefined
  /** Service tiers in the order of preference: the next one is requested if one has no capacity. Default: the provider's own. */
  readonly serviceTiers?: readonly string[] | undefined
  /** Called before each request with the parts of the call that are left out or changed. */
  readonly onSend?: ((givenUp: GivenUp) => void) | undefined
}

/**
 * Gets one reply from one adapter: the retry loop inside the parameter fallback. Runners build on it.
 * @throws AssayError of the adapter; `provider`, naming the adapter, for an invalid reply.
 */
export async function callAdapter(
  adapter: LLMAdapter,
  call: LLMCall,
  { loop, fallback, onReply, onSend, serviceTiers = [] }: CallAdapterOptions,
): Promise<AdapterResult> {
  const known = fallback.begin(adapter, call)
  let tier = 0
  /** A request that is repeated at the next tier is the same one to the fallback, which gets only the last failure. */
  async function atSomeTier<T>(send: (signal: AbortSignal | undefined) => Promise<T>): Promise<{ value: T; attempts: number }> {
    for (let before = 0; ; before += 1) {
      try {
        const { value, attempts } = await attemptLoop(send, { ...loop, adapter })
        return { value, attempts: attempts + before }
      } catch (error) {
        if (!lacksCapacity(error) || tier + 1 >= serviceTiers.length) throw error
        tier += 1
      }
    }
  }
  for (let refused = 0; ;) {
    const { call: adapted, warnings: changes, givenUp } = await known.next(loop.signal)
    const { droppable: _never, ...sent } = adapted
    onSend?.(givenUp)
    const send = async (signal: AbortSignal | undefined): Promise<Omit<AdapterResult, 'attempts'>> => {
      const startedAt = loop.clock.monotonic()
      const given = await checkedAnswer(adapter, () => adapter.doGenerate(sent, { signal, serviceTier: serviceTiers[tier] }), wrongReply)
      const latencyMs = loop.clock.monotonic() - startedAt
      const warnings = [...(given.warnings ?? []), ...changes]
      const reply: LLMReply = {
        ...given,
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(changes.length === 0 ? {} : { givenUp }),
      }
      const result = { reply, call: sent, latencyMs }
      await onReply?.(result)
      return result
    }
    try {
      const { value, attempts } = await atSomeTier(send)
      known.worked()
      return { ...value, attempts: attempts + refused, serviceTier: serviceTiers[tier] }
    } catch (error) {
      const stands = await known.failed(error, loop.signal)
      if (stands !== undefined) throw stands
      refused += 1
    }
  }
}

/** Whether a request failed because its service tier has no capacity now. Such a request is not charged. */
function lacksCapacity(error: unknown): boolean {
  return AssayError.is(error) && error.kind === 'rate_limit' && error.parameter === 'service_tier'
}

/**
 * Embeds texts in requests of at most `maxBatch`, one after the other. If a server refuses so many at once, later requests hold fewer.
 * @throws AssayError `invalid_reply` if the number of vectors differs from the number of texts; `provider` if there are none.
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
    const send = (signal: AbortSignal | undefined) => checkedAnswer(adapter, () => adapter.doEmbed(batch, { signal }), wrongEmbedded)
    let value: Embedded
    try {
      value = (await attemptLoop(send, { ...loop, adapter })).value
    } catch (error) {
      if (sizes.learn(adapter, batch.length, error)) continue
      // The requests before it are charged all the same.
      throw AssayError.is(error) && usage !== noUsage ? withUsage(error, addUsage(usage, usageOfFailure(error))) : error
    }
    start += batch.length
    usage = addUsage(usage, value.usage)
    if (value.vectors.length !== batch.length) {
      const message = `${provider}:${modelId} returned ${value.vectors.length} vectors for ${batch.length} texts. Send fewer at once, or use another model.`
      throw new AssayError({ kind: 'invalid_reply', provider, modelId, message, usage })
    }
    for (const vector of value.vectors) vectors.push(vector)
  }
  return { vectors, usage }
}

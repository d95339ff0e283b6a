import {
  callAdapter,
  type AdapterResult,
  type AttemptLoopOptions,
  callJson,
  callKey,
  type Generated,
  type GenerateOptions,
  type GivenUp,
  isSameCall,
  type LLMAdapter,
  type LLMCall,
  type LLMReply,
  type ParameterFallback,
  type Runtime,
} from '@assay/core'
import type { Limiters } from '../limit/limiters.ts'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { mostOfCall } from '../money/most-tokens.ts'
import type { PriceList } from '../money/price-list.ts'
import type { StoredAdapter } from '../store/stored-reply.ts'
import { answeredOnce } from './cached-reply.ts'
import { createCallEstimator, type Estimate } from './call-estimator.ts'
import { createTextEmbedder } from './embed-texts.ts'
import { createFirstCallGate } from './first-call-gate.ts'
import { type JudgeAnswer, type JudgeCall, type Reading, tryRead } from './judge-call.ts'
import { counted, limited, newTally, paid, type PaidCall, sending } from './paid-call.ts'
import { repeatRuntime } from './repeat-runtime.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { RunEvent } from './run-event.ts'
import type { ServiceTiers } from './service-tiers.ts'
import { type Around, wayOf, within } from './step.ts'
import { withinTotalTime } from './within-total-time.ts'

export type RunRuntimeOptions = {
  readonly loop: Omit<AttemptLoopOptions, 'adapter' | 'around'>
  /** Time limit of a call with all its attempts and waits, in milliseconds. */
  readonly totalTimeoutMs?: number | undefined
  readonly limiters: Limiters
  readonly prices: PriceList
  readonly costs: CostMeter
  readonly budget?: Budget | undefined
  readonly onEvent: (event: RunEvent) => void
  /** Wraps each attempt, for tracing. */
  readonly traced?: Around | undefined
  /** Opened for the first call. */
  readonly cache: () => Promise<ReplyCache>
  /** What servers of this run refuse. */
  readonly fallback: ParameterFallback
  readonly tiers: ServiceTiers
  /** Whether the usage of calls must be estimated before they are sent. */
  readonly estimates: boolean
}

/** The runtime of one repeat of one metric, by name: the same object each time. */
export type RuntimeFor = (metricName: string, repeat: number) => Runtime

const NO_ESTIMATE: Estimate = { inputTokens: 0, outputTokens: 0, learn: () => undefined }

/** How a run makes calls: the steps of each call. */
export function createRunRuntime(options: RunRuntimeOptions): RuntimeFor {
  const { loop, limiters, onEvent, traced = (attempt) => attempt(), cache, fallback, tiers } = options
  const through = createFirstCallGate()
  const estimator = createCallEstimator()
  const embed = createTextEmbedder({ ...options, through, estimator, loopOf })
  const runtimes = new Map<string, Runtime>()
  const storedAdapters = new WeakMap<LLMAdapter, StoredAdapter>()

  /** The steps of a call, from the metric to the request. Each step answers the call or passes it to the next. */
  const answerTo = wayOf<JudgeCall, JudgeAnswer>(
    [
      answeredOnce(cache, options),
      // The first call of an adapter is sent alone, and the others wait for it.
      (call, next) => through(call.adapter, () => next(call)),
      paid(options, (model) => tiers.pricedAt(model, options.prices)),
      withinTotalTime(options.totalTimeoutMs),
    ],
    sendAndStore,
  )

  /** What wraps each attempt of a call before its request is sent. */
  function loopOf(call: PaidCall): AttemptLoopOptions {
    return { ...loop, signal: call.signal, around: within([counted(call, onEvent), limited(call, limiters), sending(call), traced]) }
  }

  /** The last step: attempts, retries and the parameter fallback. A reply is stored before the next call takes its place. */
  async function sendAndStore(judgeCall: JudgeCall): Promise<JudgeAnswer> {
    const { adapter, call, draw, key, json, tally, onSend } = judgeCall
    // Keyed by reply: one that arrives after its attempt timed out does not belong to the next attempt.
    const readings = new Map<LLMReply, Reading>()
    let isAnswered = false
    const onReply = async ({ reply, call: sentCall, latencyMs }: Omit<AdapterResult, 'attempts'>): Promise<void> => {
      if (isAnswered) return
      const reading = tryRead(judgeCall, reply)
      readings.set(reply, reading)
      // Other runs look the call up as requested, before a parameter is refused.
      const same = isSameCall(call, sentCall)
      const sentKey = same ? undefined : callKey(adapter, sentCall, draw)
      const about = { draw, latencyMs, attempts: tally.attempts, call: sentCall, callJson: same ? json : undefined }
      const stored = { reply, ...about, adapter: storedAdapter(adapter) }
      await (await cache()).put(key, stored, { accepted: reading.ok, sentKey })
    }
    const how = { loop: loopOf(judgeCall), fallback, onReply, onSend, serviceTiers: tiers.of(adapter) }
    const { reply, attempts, latencyMs, serviceTier } = await callAdapter(adapter, call, how)
    tiers.count(adapter, serviceTier)
    isAnswered = true
    return { reply, reading: readings.get(reply) ?? tryRead(judgeCall, reply), usage: reply.usage, attempts, latencyMs, stored: false }
  }

  /** The same object for the same adapter while its capabilities are the same: some learn them from responses. */
  function storedAdapter(adapter: LLMAdapter): StoredAdapter {
    const { provider, modelId, capabilities, fingerprint } = adapter
    const known = storedAdapters.get(adapter)
    if (known?.capabilities === capabilities) return known
    const stored = { provider, modelId, capabilities, fingerprint }
    storedAdapters.set(adapter, stored)
    return stored
  }

  async function generate<T>(
    metric: string,
    adapter: LLMAdapter,
    call: LLMCall,
    { read, draw = 0 }: GenerateOptions<T>,
  ): Promise<Generated<T>> {
    const { provider, modelId } = adapter
    const json = callJson(call)
    let estimate: Estimate | undefined
    let sentLimit: GivenUp['maxOutputTokens']
    const { reading, reply, attempts, latencyMs, stored } = await answerTo({
      metric,
      adapter,
      model: { provider, modelId },
      call,
      json,
      key: callKey(adapter, call, draw, json),
      draw,
      read,
      signal: loop.signal,
      get estimate() {
        return (estimate ??= options.estimates ? estimator.ofCall(adapter, call) : NO_ESTIMATE)
      },
      most: (received?: LLMReply) => mostOfCall(adapter, call, received === undefined ? sentLimit : received.givenUp?.maxOutputTokens),
      onSend: ({ maxOutputTokens }) => void (sentLimit = maxOutputTokens),
      tally: newTally(),
    })
    if (!reading.ok) throw reading.error
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by this very `read`
    return { value: reading.value as T, reply, attempts, latencyMs, stored }
  }

  return (metricName, repeat) => {
    const name = `${repeat} ${metricName}`
    let runtime = runtimes.get(name)
    if (runtime === undefined) {
      const plain: Runtime = {
        signal: loop.signal,
        generate: (adapter, call, o) => generate(metricName, adapter, call, o),
        embed: (adapter, texts) => embed(metricName, adapter, texts),
      }
      runtime = repeatRuntime(plain, repeat)
      runtimes.set(name, runtime)
    }
    return runtime
  }
}

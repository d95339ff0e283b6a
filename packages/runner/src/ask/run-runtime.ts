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
import type { KeptAdapter } from '../store/kept-reply.ts'
import { keptReply, sameInFlight } from './answered-before.ts'
import { createCallEstimator, type Estimate } from './call-estimator.ts'
import { createTextEmbedder } from './embed-texts.ts'
import { createFirstCallGate } from './first-call-gate.ts'
import { type JudgeAnswer, type JudgeCall, type Reading, tryRead } from './judge-call.ts'
import { counted, limited, newTally, paid, type PaidCall, sending } from './paid-call.ts'
import { repeatRuntime } from './repeat-runtime.ts'
import type { ReplyKeeping } from './reply-keeping.ts'
import type { RunEvent } from './run-event.ts'
import { type Around, wayOf, within } from './step.ts'
import { withinTotalTime } from './within-total-time.ts'

export type RunRuntimeOptions = {
  readonly loop: Omit<AttemptLoopOptions, 'adapter' | 'around'>
  /** Milliseconds a call may take with all its attempts and waits. */
  readonly totalTimeoutMs?: number | undefined
  readonly limiters: Limiters
  readonly prices: PriceList
  readonly costs: CostMeter
  readonly budget?: Budget | undefined
  readonly onEvent: (event: RunEvent) => void
  /** Wraps each attempt for whoever traces the run. */
  readonly traced?: Around | undefined
  /** Opened when the first call is made. */
  readonly keeping: () => Promise<ReplyKeeping>
  /** What servers of this run refuse. */
  readonly fallback: ParameterFallback
  /** Whether what calls will take has to be known beforehand. */
  readonly estimates: boolean
}

/** The runtime of one repeat of one metric, by name: the same object each time. */
export type RuntimeFor = (metricName: string, repeat: number) => Runtime

const NO_ESTIMATE: Estimate = { inputTokens: 0, outputTokens: 0, learn: () => undefined }

/** How a run asks: the way of each call, step by step. */
export function createRunRuntime(options: RunRuntimeOptions): RuntimeFor {
  const { loop, limiters, onEvent, traced = (attempt) => attempt(), keeping, fallback } = options
  const through = createFirstCallGate()
  const estimator = createCallEstimator()
  const embed = createTextEmbedder({ ...options, through, estimator, loopOf })
  const runtimes = new Map<string, Runtime>()
  const keptAdapters = new WeakMap<LLMAdapter, KeptAdapter>()

  /** The way of a call, from the metric to the wire. Each step answers the call, or hands it on to the next. */
  const answerTo = wayOf<JudgeCall, JudgeAnswer>(
    [
      keptReply(keeping, options),
      sameInFlight(options),
      // The first call of an adapter goes alone, and the others wait for it.
      (call, next) => through(call.adapter, () => next(call)),
      paid(options),
      withinTotalTime(options.totalTimeoutMs),
    ],
    askedAndKept,
  )

  /** The way of each attempt of a call, before its request is sent. */
  function loopOf(call: PaidCall): AttemptLoopOptions {
    return { ...loop, signal: call.signal, around: within([counted(call, onEvent), limited(call, limiters), sending(call), traced]) }
  }

  /** The end of the way: attempts, made again and with other parameters as they fail. A reply is safe before the next call takes its place. */
  async function askedAndKept(asking: JudgeCall): Promise<JudgeAnswer> {
    const { adapter, call, draw, key, json, tally, onSend } = asking
    // By reply: one that comes after its attempt timed out is not that of the next attempt.
    const readings = new Map<LLMReply, Reading>()
    let isAnswered = false
    const keep = async ({ reply, call: sentCall, latencyMs }: Omit<AdapterResult, 'attempts'>): Promise<void> => {
      if (isAnswered) return
      const reading = tryRead(asking, reply)
      readings.set(reply, reading)
      // Another run knows the call as it is asked, before anything is refused.
      const same = isSameCall(call, sentCall)
      const sentKey = same ? undefined : callKey(adapter, sentCall, draw)
      const about = { draw, latencyMs, attempts: tally.attempts, call: sentCall, callJson: same ? json : undefined }
      const kept = { reply, ...about, adapter: keptAdapter(adapter) }
      await (await keeping()).keep(key, kept, { accepted: reading.ok, sentKey })
    }
    const { reply, attempts, latencyMs } = await callAdapter(adapter, call, { loop: loopOf(asking), fallback, keep, onSend })
    isAnswered = true
    return { reply, reading: readings.get(reply) ?? tryRead(asking, reply), usage: reply.usage, attempts, latencyMs, stored: false }
  }

  /** The same object for the same adapter, while what it can do is the same: some learn that from answers. */
  function keptAdapter(adapter: LLMAdapter): KeptAdapter {
    const { provider, modelId, capabilities, fingerprint } = adapter
    const known = keptAdapters.get(adapter)
    if (known?.capabilities === capabilities) return known
    const kept = { provider, modelId, capabilities, fingerprint }
    keptAdapters.set(adapter, kept)
    return kept
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

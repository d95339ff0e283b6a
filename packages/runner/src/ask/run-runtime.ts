import {
  askAdapter,
  type Asked,
  callJson,
  callKey,
  type Generated,
  type GenerateOptions,
  type GivenUp,
  isSameCall,
  type LLMAdapter,
  type LLMCall,
  type LLMReply,
  noUsage,
  type ParameterFallback,
  type Runtime,
} from '@assay/core'
import { costOf, type MostTokens } from '../money/cost-of.ts'
import { mostOfCall } from '../money/most-tokens.ts'
import { createCallEstimator, type Estimate } from './call-estimator.ts'
import { createTextEmbedder } from './embed-texts.ts'
import { createFirstCallGate } from './first-call-gate.ts'
import { createFlights } from './flights.ts'
import { paidCall, type PaidCallOptions } from './paid-call.ts'
import { repeatRuntime } from './repeat-runtime.ts'
import type { ReplyKeeping } from './reply-keeping.ts'
import type { KeptAdapter } from '../store/kept-reply.ts'

export type RunRuntimeOptions = PaidCallOptions & {
  /** Opened when the first call is made. */
  readonly keeping?: (() => Promise<ReplyKeeping | undefined>) | undefined
  /** What servers of this run refuse. */
  readonly fallback: ParameterFallback
  /** Whether what calls will take has to be known beforehand. */
  readonly estimates: boolean
}

/** The runtime of one repeat of one metric, by name: the same object each time. */
export type RuntimeFor = (metricName: string, repeat: number) => Runtime

/** A reply on its way to all who asked for it, read once for the first of them. */
type Flight = { readonly asked: Asked; readonly reading: Reading<unknown> }
type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

const NO_ESTIMATE: Estimate = { inputTokens: 0, outputTokens: 0, learn: () => undefined }

/**
 * How a run asks: what is kept is not asked again, the same call in flight is made once, the first call of an adapter goes alone,
 * limits and budget are held, and a reply is safe before the next call takes its place.
 */
export function createRunRuntime(options: RunRuntimeOptions): RuntimeFor {
  const { loop, prices, costs, budget, keeping, fallback, onEvent } = options
  const through = createFirstCallGate()
  const flights = createFlights<Flight>()
  const estimator = createCallEstimator()
  const embed = createTextEmbedder({ ...options, through, estimator })
  const runtimes = new Map<string, Runtime>()
  const keptAdapters = new WeakMap<LLMAdapter, KeptAdapter>()

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
    const model = { provider: adapter.provider, modelId: adapter.modelId }
    const most = (reply: LLMReply) => (): MostTokens => mostOfCall(adapter, call, reply.givenUp?.maxOutputTokens)
    const json = callJson(call)
    const key = callKey(adapter, call, draw, json)
    const found = (await keeping?.())?.find(key)
    if (found !== undefined) {
      const { kept, from } = found
      const { usage } = kept.reply
      const reply = from === 'journal' ? kept.reply : unpaid(kept.reply)
      const reading = tryRead(read, reply)
      // What another run accepted and this one cannot read is as good as missing.
      if (reading.ok || from !== 'store') {
        if (from === 'journal') {
          fallback.recall(adapter, call, reply)
          costs.add(model, usage, most(reply))
          budget?.add(model, usage, most(reply))
        }
        onEvent({
          type: 'kept-reply',
          model,
          metric,
          from,
          usage,
          latencyMs: kept.latencyMs,
          ...costOf(usage, model, prices, { most: most(reply) }),
        })
        return { value: valueOf(reading), reply, attempts: kept.attempts, latencyMs: kept.latencyMs, stored: true }
      }
    }
    const { value: flight, isOwn } = await flights.join(key, () =>
      through(adapter, () => ask(metric, adapter, call, { read, draw, key, json })),
    )
    const { reply, attempts, latencyMs } = flight.asked
    if (isOwn) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by this very `read`
      return { value: valueOf(flight.reading) as T, reply, attempts, latencyMs, stored: false }
    }
    const { usage } = reply
    onEvent({ type: 'kept-reply', model, metric, from: 'flight', usage, latencyMs, ...costOf(usage, model, prices, { most: most(reply) }) })
    const shared = unpaid(reply)
    return { value: read(shared), reply: shared, attempts, latencyMs, stored: true }
  }

  function ask(
    metric: string,
    adapter: LLMAdapter,
    call: LLMCall,
    {
      read,
      draw,
      key,
      json,
    }: { readonly read: (reply: LLMReply) => unknown; readonly draw: number; readonly key: string; readonly json: string },
  ): Promise<Flight> {
    const estimate = options.estimates ? estimator.ofCall(adapter, call) : NO_ESTIMATE
    let sentLimit: GivenUp['maxOutputTokens']
    const most = (): MostTokens => mostOfCall(adapter, call, sentLimit)
    const onSend = (givenUp: GivenUp): void => void (sentLimit = givenUp.maxOutputTokens)
    return paidCall(options, { metric, adapter, estimate, most }, async (loopOfCall, attempts) => {
      // By reply: one that comes after its attempt timed out is not that of the next attempt.
      const readings = new Map<LLMReply, Reading<unknown>>()
      let isAnswered = false
      const keep = async ({ reply, call: sent, latencyMs }: Omit<Asked, 'attempts'>): Promise<void> => {
        if (isAnswered) return
        const reading = tryRead(read, reply)
        readings.set(reply, reading)
        // Another run knows the call as it is asked, before anything is refused.
        const same = isSameCall(call, sent)
        const sentKey = same ? undefined : callKey(adapter, sent, draw)
        const about = { draw, latencyMs, attempts: attempts(), call: sent, callJson: same ? json : undefined }
        const kept = { reply, ...about, adapter: keptAdapter(adapter) }
        await (await keeping?.())?.keep(key, kept, { accepted: reading.ok, sentKey })
      }
      const asked = await askAdapter(adapter, call, { loop: loopOfCall, fallback, keep, onSend })
      isAnswered = true
      const reading = readings.get(asked.reply) ?? tryRead(read, asked.reply)
      return { value: { asked, reading }, usage: asked.reply.usage, latencyMs: asked.latencyMs }
    })
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

function tryRead<T>(read: (reply: LLMReply) => T, reply: LLMReply): Reading<T> {
  try {
    return { ok: true, value: read(reply) }
  } catch (error) {
    return { ok: false, error }
  }
}

function valueOf<T>(reading: Reading<T>): T {
  if (reading.ok) return reading.value
  throw reading.error
}

/** A reply that was paid for elsewhere. */
function unpaid(reply: LLMReply): LLMReply {
  return { ...reply, usage: noUsage }
}

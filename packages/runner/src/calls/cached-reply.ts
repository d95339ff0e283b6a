import type { ParameterFallback } from '@assay/core'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { costOf, type MostTokens } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { createFlights } from './flights.ts'
import { type JudgeAnswer, type JudgeCall, tryRead, unpaid } from './judge-call.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { RunEvent } from './run-event.ts'
import type { Step } from './step.ts'

type EventOptions = { readonly prices: PriceList; readonly onEvent: (event: RunEvent) => void }

type Counting = { readonly costs: CostMeter; readonly budget?: Budget | undefined; readonly fallback: ParameterFallback }

/** Answers a call with a cached reply. Calls that an earlier part of this run paid for count as its own. */
export function cachedReply(
  cache: () => Promise<ReplyCache>,
  { costs, budget, fallback, ...events }: EventOptions & Counting,
): Step<JudgeCall, JudgeAnswer> {
  return async (call, next) => {
    const found = (await cache()).find(call.key)
    if (found === undefined) return next(call)
    const { stored, from } = found
    const { usage } = stored.reply
    const reply = from === 'journal' ? stored.reply : unpaid(stored.reply)
    const reading = tryRead(call, reply)
    // A reply that another run accepted but this one cannot read counts as missing.
    if (!reading.ok && from === 'store') return next(call)
    const most = (): MostTokens => call.most(reply)
    if (from === 'journal') {
      fallback.recall(call.adapter, call.call, reply)
      const priced = { ...call.model, serviceTier: stored.reply.serviceTier }
      costs.add(priced, usage, most)
      budget?.add(priced, usage, most)
    }
    const { attempts, latencyMs } = stored
    report(call, from, { reply: stored.reply, latencyMs }, events)
    return { reply, reading, usage: reply.usage, attempts, latencyMs, stored: true }
  }
}

/** Waits for the answer of an equal call in flight. A failure fails every waiting call, and only the first one is charged. */
export function sameInFlight(events: EventOptions): Step<JudgeCall, JudgeAnswer> {
  const flights = createFlights<JudgeAnswer>()
  return async (call, next) => {
    const { value: answer, isOwn } = await flights.join(call.key, () => next(call))
    if (isOwn) return answer
    report(call, 'flight', answer, events)
    const reply = unpaid(answer.reply)
    return { ...answer, reply, reading: tryRead(call, reply), usage: reply.usage, stored: true }
  }
}

type CachedReplyEvent = Extract<RunEvent, { readonly type: 'cached-reply' }>

function report(
  { metric, model, most }: JudgeCall,
  from: CachedReplyEvent['from'],
  { reply, latencyMs }: Pick<JudgeAnswer, 'reply' | 'latencyMs'>,
  { prices, onEvent }: EventOptions,
): void {
  const { usage, serviceTier } = reply
  const cost = costOf(usage, { ...model, serviceTier }, prices, { most: () => most(reply) })
  onEvent({ type: 'cached-reply', model, metric, from, usage, latencyMs, ...cost })
}

import type { LLMReply, ParameterFallback } from '@assay/core'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { costOf, type MostTokens } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { createFlights } from './flights.ts'
import { type JudgeAnswer, type JudgeCall, tryRead, unpaid } from './judge-call.ts'
import type { CachedReply, ReplyCache } from './reply-cache.ts'
import type { RunEvent } from './run-event.ts'
import type { Step } from './step.ts'

type EventOptions = { readonly prices: PriceList; readonly onEvent: (event: RunEvent) => void }

type Counting = { readonly costs: CostMeter; readonly budget?: Budget | undefined; readonly fallback: ParameterFallback }

/** Where a cached reply is from, and as it was received: with the usage that it had then. */
type CachedFrom = Pick<CachedReply, 'from'> & { readonly received: LLMReply }

/** An answer, and its origin if it is a cached reply. */
type Found = { readonly answer: JudgeAnswer; readonly cached?: CachedFrom }

/**
 * Answers a call with a cached reply, or with the answer of an equal call in flight. The look-up is part of the flight: a store on a server
 * takes a while to answer, and meanwhile an equal call could be made and end. Calls that an earlier part of this run paid for count as its own.
 * A failure fails every waiting call, and only the first one is charged.
 */
export function answeredOnce(
  cache: () => Promise<ReplyCache>,
  { costs, budget, fallback, ...events }: EventOptions & Counting,
): Step<JudgeCall, JudgeAnswer> {
  const flights = createFlights<Found>()

  function read(call: JudgeCall, { stored, from }: CachedReply): Found | undefined {
    const { usage } = stored.reply
    const reply = from === 'journal' ? stored.reply : unpaid(stored.reply)
    const reading = tryRead(call, reply)
    // A reply that another run accepted but this one cannot read counts as missing.
    if (!reading.ok && from === 'store') return undefined
    const most = (): MostTokens => call.most(reply)
    if (from === 'journal') {
      fallback.recall(call.adapter, call.call, reply)
      const priced = { ...call.model, serviceTier: stored.reply.serviceTier }
      costs.add(priced, usage, most)
      budget?.add(priced, usage, most)
    }
    const { attempts, latencyMs } = stored
    const answer = { reply, reading, usage: reply.usage, attempts, latencyMs, stored: true }
    return { answer, cached: { from, received: stored.reply } }
  }

  async function find(call: JudgeCall, next: (call: JudgeCall) => Promise<JudgeAnswer>): Promise<Found> {
    const replies = await cache()
    const found = await replies.find(call.key)
    const known = found && read(call, found)
    if (known !== undefined) return known
    const claim = await replies.claim(call.key)
    if (typeof claim !== 'function') return read(call, claim) ?? { answer: await next(call) }
    try {
      return { answer: await next(call) }
    } finally {
      await claim()
    }
  }

  return async (call, next) => {
    for (;;) {
      const { value, isOwn } = await flights.join(call.key, () => find(call, next))
      const { answer, cached } = value
      if (isOwn) {
        if (cached !== undefined) report(call, cached.from, { reply: cached.received, latencyMs: answer.latencyMs }, events)
        return answer
      }
      const reply = unpaid(answer.reply)
      const reading = tryRead(call, reply)
      // As above: the caller that looked it up could read it, this one cannot.
      if (!reading.ok && cached?.from === 'store') continue
      const from = cached?.from === 'store' ? 'store' : 'flight'
      report(call, from, { reply: cached?.received ?? answer.reply, latencyMs: answer.latencyMs }, events)
      return { ...answer, reply, reading, usage: reply.usage, stored: true }
    }
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

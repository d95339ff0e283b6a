import type { ParameterFallback } from '@assay/core'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { costOf, type MostTokens } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { createFlights } from './flights.ts'
import { type JudgeAnswer, type JudgeCall, tryRead, unpaid } from './judge-call.ts'
import type { ReplyKeeping } from './reply-keeping.ts'
import type { RunEvent } from './run-event.ts'
import type { Step } from './step.ts'

type Telling = { readonly prices: PriceList; readonly onEvent: (event: RunEvent) => void }

type Counting = { readonly costs: CostMeter; readonly budget?: Budget | undefined; readonly fallback: ParameterFallback }

/** A kept reply answers a call. What an earlier part of this run paid for counts as its own. */
export function keptReply(
  keeping: () => Promise<ReplyKeeping>,
  { costs, budget, fallback, ...telling }: Telling & Counting,
): Step<JudgeCall, JudgeAnswer> {
  return async (call, next) => {
    const found = (await keeping()).find(call.key)
    if (found === undefined) return next(call)
    const { kept, from } = found
    const { usage } = kept.reply
    const reply = from === 'journal' ? kept.reply : unpaid(kept.reply)
    const reading = tryRead(call, reply)
    // What another run accepted and this one cannot read is as good as missing.
    if (!reading.ok && from === 'store') return next(call)
    const most = (): MostTokens => call.most(reply)
    if (from === 'journal') {
      fallback.recall(call.adapter, call.call, reply)
      costs.add(call.model, usage, most)
      budget?.add(call.model, usage, most)
    }
    const { attempts, latencyMs } = kept
    tell(call, from, { reply: kept.reply, latencyMs }, telling)
    return { reply, reading, usage: reply.usage, attempts, latencyMs, stored: true }
  }
}

/** The same call on its way already: its answer is waited for. It fails for all as it fails, at the cost of the one who began it. */
export function sameInFlight(telling: Telling): Step<JudgeCall, JudgeAnswer> {
  const flights = createFlights<JudgeAnswer>()
  return async (call, next) => {
    const { value: answer, isOwn } = await flights.join(call.key, () => next(call))
    if (isOwn) return answer
    tell(call, 'flight', answer, telling)
    const reply = unpaid(answer.reply)
    return { ...answer, reply, reading: tryRead(call, reply), usage: reply.usage, stored: true }
  }
}

type KeptReplyEvent = Extract<RunEvent, { readonly type: 'kept-reply' }>

function tell(
  { metric, model, most }: JudgeCall,
  from: KeptReplyEvent['from'],
  { reply, latencyMs }: Pick<JudgeAnswer, 'reply' | 'latencyMs'>,
  { prices, onEvent }: Telling,
): void {
  const { usage } = reply
  onEvent({ type: 'kept-reply', model, metric, from, usage, latencyMs, ...costOf(usage, model, prices, { most: () => most(reply) }) })
}

import { AssayError, noUsage, type Usage, usageOfFailure, withUsage } from '@assay/core'
import type { Limiters } from '../limit/limiters.ts'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { addCosts, type Cost, noCost } from '../money/cost.ts'
import type { MostTokens, PricedAdapter } from '../money/cost-of.ts'
import type { Estimate } from './call-estimator.ts'
import type { RunEvent } from './run-event.ts'
import type { Around, Step } from './step.ts'

/** A call that may be charged: of a judge, or of an embedding model. */
export type PaidCall = {
  readonly metric: string
  readonly adapter: Parameters<Limiters['of']>[0]
  readonly signal: AbortSignal | undefined
  readonly estimate: Estimate
  /** The most that a request can have used, if its usage is unknown. */
  readonly most: () => MostTokens
  readonly tally: AttemptTally
}

/** The attempts of one call so far. */
export type AttemptTally = {
  attempts: number
  /** Usage of requests without a usable reply. */
  failed: Usage[]
  /** Whether the last attempt was sent: it may have ended while waiting for its turn. */
  isSent: boolean
  /** Whether there was a reply, so that a later failure is not that of a request. */
  isAnswered: boolean
}

export function newTally(): AttemptTally {
  return { attempts: 0, failed: [], isSent: false, isAnswered: false }
}

type PaidAnswer = {
  readonly usage: Usage
  readonly latencyMs: number | null
  readonly reply?: { readonly serviceTier?: string | undefined }
}

type Paying = { readonly costs: CostMeter; readonly budget?: Budget | undefined; readonly onEvent: (event: RunEvent) => void }

/**
 * Runs a call within the budget, counts its cost and emits its events, also if it fails. Requests that failed and were repeated count as
 * well: they may have been charged.
 * @param tierOf The service tier whose price is reserved. Default: the normal one.
 */
export function paid<Call extends PaidCall, Answer extends PaidAnswer>(
  { costs, budget, onEvent }: Paying,
  tierOf: (model: PricedAdapter) => string | undefined = () => undefined,
): Step<Call, Answer> {
  return async (call, next) => {
    const { metric, adapter, estimate, most, tally } = call
    const model = { provider: adapter.provider, modelId: adapter.modelId }
    const expected = { ...model, serviceTier: tierOf(model) }
    const reservation = budget?.reserve(expected, estimate)

    function costOfAll(usage: Usage, serviceTier?: string): Cost {
      for (const lost of tally.failed) budget?.add(expected, lost, most)
      reservation?.settle(usage, most, serviceTier)
      return [...tally.failed.map((lost) => costs.add(expected, lost, most)), costs.add({ ...model, serviceTier }, usage, most)].reduce(
        addCosts,
        noCost,
      )
    }

    function ended(usage: Usage, latencyMs: number | null, cost: Cost): Extract<RunEvent, { type: 'call-ended' }> {
      return { type: 'call-ended', model, metric, attempts: tally.attempts, usage, latencyMs, ...cost }
    }

    onEvent({ type: 'call-started', model, metric })
    try {
      const answer = await next(call)
      estimate.learn(answer.usage)
      onEvent(ended(answer.usage, answer.latencyMs, costOfAll(answer.usage, answer.reply?.serviceTier)))
      return answer
    } catch (error) {
      if (!AssayError.is(error)) {
        onEvent(ended(noUsage, null, costOfAll(noUsage)))
        throw error
      }
      const failure = tally.failed.length === 0 && !tally.isAnswered ? withUsage(error, noUsage) : error
      const usage = usageOfFailure(failure)
      if ((failure.usage?.inputTokens ?? 0) > 0) estimate.learn(usage)
      onEvent({ ...ended(usage, null, costOfAll(tally.isAnswered ? usage : noUsage)), error: failure })
      throw failure
    }
  }
}

/** Counts an attempt, emits an event if it is a retry, and records the usage of a failed one. */
export function counted({ metric, adapter, tally }: PaidCall, onEvent: (event: RunEvent) => void): Around {
  return async (attempt) => {
    tally.attempts += 1
    if (tally.attempts > 1) onEvent({ type: 'retry', model: { provider: adapter.provider, modelId: adapter.modelId }, metric })
    tally.isSent = false
    tally.isAnswered = false
    try {
      const answer = await attempt()
      tally.isAnswered = true
      return answer
    } catch (error) {
      if (tally.isSent && AssayError.is(error)) tally.failed.push(usageOfFailure(error))
      throw error
    }
  }
}

/** Within the limits of the adapter. */
export function limited({ metric, adapter, estimate, signal }: PaidCall, limiters: Limiters): Around {
  return limiters.of(adapter).around({ tokens: estimate.inputTokens + estimate.outputTokens, lane: metric, signal })
}

/** From here on, a failure is that of a request. */
export function sending({ tally }: PaidCall): Around {
  return (attempt) => {
    tally.isSent = true
    return attempt()
  }
}

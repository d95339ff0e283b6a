import { AssayError, type AttemptLoopOptions, noUsage, type Usage, usageOfFailure, withUsage } from '@assay/core'
import type { Limiters } from '../limit/limiters.ts'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { addCosts, type Cost, noCost } from '../money/cost.ts'
import type { MostTokens } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { boundedByTotal } from './bounded-by-total.ts'
import type { Estimate } from './call-estimator.ts'
import type { RunEvent } from './run-event.ts'

/** What every call of a run goes by, to a judge or to an embedding model. */
export type PaidCallOptions = {
  readonly loop: Omit<AttemptLoopOptions, 'adapter' | 'around'>
  /** Milliseconds a call may take with all its attempts and waits. */
  readonly totalTimeoutMs?: number | undefined
  readonly limiters: Limiters
  readonly prices: PriceList
  readonly costs: CostMeter
  readonly budget?: Budget | undefined
  readonly onEvent: (event: RunEvent) => void
  /** Wraps each attempt for whoever traces the run. */
  readonly traced?: (<T>(attempt: () => Promise<T>) => Promise<T>) | undefined
}

export type PaidCall = {
  readonly metric: string
  readonly adapter: Parameters<Limiters['of']>[0]
  readonly estimate: Estimate
  /** What a request can have taken, for one that does not say so. */
  readonly most: () => MostTokens
}

/**
 * Asks once, attempts included: within limits and budget, with its cost counted and its events told, also where it fails. A request that
 * failed and was made again counts as well: it may have been charged.
 */
export async function paidCall<T>(
  { loop, totalTimeoutMs, limiters, costs, budget, onEvent, traced = (attempt) => attempt() }: PaidCallOptions,
  { metric, adapter, estimate, most }: PaidCall,
  ask: (loop: AttemptLoopOptions, attempts: () => number) => Promise<{ value: T; usage: Usage; latencyMs: number | null }>,
): Promise<T> {
  const model = { provider: adapter.provider, modelId: adapter.modelId }
  const reservation = budget?.reserve(model, estimate)
  let attempts = 0
  /** What requests took that came to nothing. */
  const failed: Usage[] = []
  /** Whether a request is answered, so that whatever fails now is no failure of a request. */
  let isAnswered = false

  function costOfAll(usage: Usage): Cost {
    for (const lost of failed) budget?.add(model, lost, most)
    reservation?.settle(usage, most)
    return [...failed, usage].map((taken) => costs.add(model, taken, most)).reduce(addCosts, noCost)
  }

  onEvent({ type: 'call-started', model, metric })
  try {
    const answer = await boundedByTotal({ signal: loop.signal, totalMs: totalTimeoutMs, adapter }, (signal) => {
      const tokens = estimate.inputTokens + estimate.outputTokens
      const limited = limiters.of(adapter).around({ tokens, lane: metric, signal })
      const around = async <A>(attempt: () => Promise<A>): Promise<A> => {
        attempts += 1
        if (attempts > 1) onEvent({ type: 'retry', model, metric })
        // One that ends while it waits for its turn was not sent.
        let isSent = false
        isAnswered = false
        try {
          const answered = await limited(() => {
            isSent = true
            return traced(attempt)
          })
          isAnswered = true
          return answered
        } catch (error) {
          if (isSent && AssayError.is(error)) failed.push(usageOfFailure(error))
          throw error
        }
      }
      return ask({ ...loop, signal, around }, () => attempts)
    })
    estimate.learn(answer.usage)
    onEvent({ type: 'call-ended', model, metric, attempts, usage: answer.usage, latencyMs: answer.latencyMs, ...costOfAll(answer.usage) })
    return answer.value
  } catch (error) {
    if (!AssayError.is(error)) {
      onEvent({ type: 'call-ended', model, metric, attempts, usage: noUsage, latencyMs: null, ...costOfAll(noUsage) })
      throw error
    }
    const failure = failed.length === 0 && !isAnswered ? withUsage(error, noUsage) : error
    const usage = usageOfFailure(failure)
    if ((failure.usage?.inputTokens ?? 0) > 0) estimate.learn(usage)
    const cost = costOfAll(isAnswered ? usage : noUsage)
    onEvent({ type: 'call-ended', model, metric, attempts, usage, latencyMs: null, ...cost, error: failure })
    throw failure
  }
}

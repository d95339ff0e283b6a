import { AssayError, type AttemptLoopOptions, noUsage, type Usage, usageOfFailure, withUsage } from '@assay/core'
import type { Limiters } from '../limit/limiters.ts'
import type { Budget } from '../money/budget.ts'
import type { CostMeter } from '../money/cost-meter.ts'
import { costOf } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { boundedByTotal } from './bounded-by-total.ts'
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
  readonly estimate: { readonly inputTokens: number; readonly outputTokens: number }
}

/** Asks once, attempts included: within limits and budget, with its cost counted and its events told, also where it fails. */
export async function paidCall<T>(
  { loop, totalTimeoutMs, limiters, prices, costs, budget, onEvent, traced = (attempt) => attempt() }: PaidCallOptions,
  { metric, adapter, estimate }: PaidCall,
  ask: (loop: AttemptLoopOptions, attempts: () => number) => Promise<{ value: T; usage: Usage; latencyMs: number | null }>,
): Promise<T> {
  const model = { provider: adapter.provider, modelId: adapter.modelId }
  const reservation = budget?.reserve(model, estimate)
  let attempts = 0
  /** Attempts that did not end while they waited for their turn. */
  let sent = 0
  function ended(usage: Usage, latencyMs: number | null, error?: AssayError): void {
    reservation?.settle(usage)
    costs.add(model, usage)
    const cost = costOf(usage, model, prices)
    onEvent({ type: 'call-ended', model, metric, attempts, usage, cost, latencyMs, ...(error === undefined ? {} : { error }) })
  }
  onEvent({ type: 'call-started', model, metric })
  try {
    const answer = await boundedByTotal({ signal: loop.signal, totalMs: totalTimeoutMs, adapter }, (signal) => {
      const tokens = estimate.inputTokens + estimate.outputTokens
      const limited = limiters.of(adapter).around({ tokens, lane: metric, signal })
      const around = <A>(attempt: () => Promise<A>): Promise<A> => {
        attempts += 1
        if (attempts > 1) onEvent({ type: 'retry', model, metric })
        return limited(() => {
          sent += 1
          return traced(attempt)
        })
      }
      return ask({ ...loop, signal, around }, () => attempts)
    })
    ended(answer.usage, answer.latencyMs)
    return answer.value
  } catch (error) {
    if (!AssayError.is(error)) {
      ended(noUsage, null)
      throw error
    }
    const failure = sent === 0 ? withUsage(error, noUsage) : error
    ended(usageOfFailure(failure), null, failure)
    throw failure
  }
}

import { type Clock, configError, createParameterFallback, retryPolicyOf, type Runtime } from '@assay/core'
import type { EvaluateOptions } from '../evaluate-options.ts'
import { createRunLimiters } from '../limit/run-limiters.ts'
import { type Budget, type BudgetLimits, createBudget } from '../money/budget.ts'
import type { Cost } from '../money/cost.ts'
import { createCostMeter } from '../money/cost-meter.ts'
import { costNote } from '../money/cost-note.ts'
import { type PriceList, priceListOf } from '../money/price-list.ts'
import { ageMs } from '../settings/age.ts'
import { runSettings } from '../settings/run-settings.ts'
import { gateFirstCalls } from './first-call-gate.ts'
import { repeatRuntime } from './repeat-runtime.ts'
import { heard } from './heard-store.ts'
import { replyCache } from './reply-cache.ts'
import type { RunEvent } from './run-event.ts'
import { createServiceTiers } from './service-tiers.ts'
import { createRunRuntime, type RunRuntimeOptions, type RuntimeFor } from './run-runtime.ts'

/** Everything that calls models, for one run. */
export type RunCalls = {
  readonly runtimeFor: RuntimeFor
  /** So far. */
  readonly cost: () => Cost
  /** Why it is unknown or a bound; `undefined` if it is neither, or is not counted. */
  readonly costNote: () => string | undefined
  /** What servers were found to refuse, one sentence each. */
  readonly warnings: () => readonly string[]
  readonly load: () => { readonly inFlight: number; readonly limit: number | null }
  /**
   * Resumes an interrupted run, before the first call.
   * @throws AssayError `config` if another process has it.
   */
  readonly begin: () => Promise<void>
  /** Ends the run: a finished one needs its journal no longer. */
  readonly end: (status: 'finished' | 'interrupted') => Promise<void>
}

type RunCallsOptions = Omit<EvaluateOptions, 'data' | 'metrics'> & {
  readonly concurrency: number
  readonly clock: Clock
  readonly runId: string
  readonly signal: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  readonly traced: RunRuntimeOptions['traced']
  /** Called if the store rejects: nothing can be found or stored any more. */
  readonly onStoreLost: (error: unknown) => void
}

export function createRunCalls(options: RunCallsOptions): RunCalls {
  return options.runtime === undefined ? ownCalls(options) : callsOf(options.runtime)
}

function ownCalls(options: RunCallsOptions): RunCalls {
  const { clock, tpm, maxRetries, retry, store, signal, finish, timeout, totalTimeout, budgetUsd, budgetTokens } = options
  const prices = priceListOf(options.prices)
  const costs = createCostMeter(prices)
  const policy = retryPolicyOf({ ...retry, maxAttempts: maxRetries === undefined ? undefined : maxRetries + 1 })
  const limiters = options.limiters ?? createRunLimiters(options)
  const budget = options.budget ?? budgetOf({ usd: budgetUsd, tokens: budgetTokens }, prices)
  const maxAgeMs = options.cacheTtl === undefined ? undefined : ageMs(options.cacheTtl)
  const notBefore = (): number | undefined => (maxAgeMs === undefined ? undefined : clock.now() - maxAgeMs)
  const opened = once(async () => {
    const found = await (typeof store === 'function' ? store() : store)
    return found && heard(found, options.onStoreLost)
  })
  const begun = once(async () => (await opened.get())?.beginRun({ id: options.runId, resume: options.resumeInfo ?? null }) ?? true)
  const cache = once(async () => {
    const shares = options.cache ?? true
    return replyCache(await opened.get(), { runId: options.runId, shares, notBefore, begin: begun.get })
  })
  const fallback = createParameterFallback({ isFirstAlone: true })
  const tiers = createServiceTiers(options.serviceTier)
  const runtimeFor = createRunRuntime({
    fallback,
    tiers,
    loop: { policy, clock, random: Math.random, signal, finish, attemptTimeoutMs: 1000 * (timeout ?? runSettings.timeout.default) },
    totalTimeoutMs: totalTimeout === undefined ? undefined : 1000 * totalTimeout,
    limiters,
    prices,
    costs,
    budget,
    cache: cache.get,
    estimates: budget !== undefined || tpm !== undefined,
    onEvent: options.onEvent,
    traced: options.traced,
  })
  return {
    runtimeFor,
    cost: costs.total,
    costNote: () => costNote(costs, prices),
    warnings: () => [...fallback.warnings(), ...tiers.warnings()],
    load() {
      const states = limiters.inUse().map(({ limiter }) => limiter.state())
      const sum = (of: (state: (typeof states)[number]) => number): number => states.reduce((total, state) => total + of(state), 0)
      return { inFlight: sum(({ inFlight }) => inFlight), limit: states.length === 0 ? null : sum(({ limit }) => limit) }
    },
    async begin() {
      if (options.resume === undefined || (await begun.get())) return
      const message = `The run ${options.runId} is being worked on by another process. Wait for it, or start a run of its own.`
      throw configError(message)
    },
    async end(status) {
      if (begun.isStarted()) await (await opened.get())?.endRun(options.runId, status)
    },
  }
}

function budgetOf(given: BudgetLimits, prices: PriceList): Budget | undefined {
  return given.usd === undefined && given.tokens === undefined ? undefined : createBudget(given, prices)
}

/** A user-defined runtime: it applies its own limits, storage and counting. */
function callsOf(runtime: Runtime): RunCalls {
  const gated = gateFirstCalls(runtime)
  const repeats = new Map<string, Runtime>()
  return {
    runtimeFor(metricName, repeat) {
      const name = repeat === 0 ? '' : `${repeat} ${metricName}`
      const known = repeats.get(name) ?? repeatRuntime(gated, repeat)
      repeats.set(name, known)
      return known
    },
    cost: () => ({ cost: null }),
    costNote: () => undefined,
    warnings: () => [],
    load: () => ({ inFlight: 0, limit: null }),
    begin: () => Promise.resolve(),
    end: () => Promise.resolve(),
  }
}

/** Work that is done at most once, on first use. */
function once<T>(work: () => Promise<T>): { readonly get: () => Promise<T>; readonly isStarted: () => boolean } {
  let made: Promise<T> | undefined
  return { get: () => (made ??= work()), isStarted: () => made !== undefined }
}

import { AssayError, type Clock, type JsonValue, type RetryPolicy, type Runtime } from '@assay/core'
import { nearestName } from '@assay/text'
import type { RunEvent } from './ask/run-event.ts'
import type { MetricChoice } from './checks/check.ts'
import type { Budget, BudgetLimits } from './money/budget.ts'
import type { PriceList } from './money/price-list.ts'
import type { EvaluationData } from './rows/row-source.ts'
import type { ReplyStore } from './store/reply-store.ts'

export type EvaluateOptions = {
  /** Samples, or batches of rows as a data reader gives them. Read once, as fast as rows are finished and taken. */
  readonly data: EvaluationData
  /** At least one, every name at most once; or what each row is asked, by a function. */
  readonly metrics: MetricChoice
  /** Scores (one metric of one row) in flight at most, and calls in flight at most per adapter. Default 8. */
  readonly concurrency?: number | undefined
  /** Per adapter. What a provider pushes back on lowers the calls in flight by itself; these two need not be set for that. */
  readonly requestsPerMinute?: number | undefined
  /** Per adapter, input and output together, estimated before a call and corrected by its reply. */
  readonly tokensPerMinute?: number | undefined
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Milliseconds one attempt may take. Default 600,000. */
  readonly attemptTimeoutMs?: number | undefined
  /** Milliseconds one call may take with all its attempts and waits. Default: no limit of its own. */
  readonly callTimeoutMs?: number | undefined
  /** How often each row is scored by metrics that rest on a model, extraction included. Default 1. */
  readonly repeat?: number | undefined
  /** Whether a row stands on its scored repeats where some are unscored. Default false: the row is unscored. */
  readonly allowPartial?: boolean | undefined
  /**
   * What rows are grouped by in the summary: a column of their file by its name, `file` for the file itself, a field, or by dots something
   * inside one, as in `metadata.topic`.
   */
  readonly groupBy?: readonly string[] | undefined
  /**
   * Rows in a row that must fail by the same cause, whatever it is, before the rest is given up. Default: 3 for a key, an account, a model
   * or a setting that cannot work, 20 for a server that once answered, and no number for what is a row's own.
   */
  readonly stopAfter?: number | undefined
  /**
   * What such a failure ends: the `run`, or only the `metric` that meets it. That one is asked no more, its further rows are unscored by
   * the same cause, and the run ends early only where no other metric is left. Default `run`.
   */
  readonly stopScope?: 'run' | 'metric' | undefined
  readonly budget?: BudgetLimits | Budget | undefined
  /** Default: the prices that came with this version. */
  readonly prices?: PriceList | undefined
  /**
   * Replies kept on disk, or what opens them when the first is asked for: a run that asks nobody needs none. Nothing is kept without
   * it, and the run cannot be resumed. Whoever opened it closes it.
   */
  readonly store?: ReplyStore | (() => Promise<ReplyStore>) | undefined
  /** `false`: replies of other runs are neither used nor left for them. The run's own journal is kept all the same. Default true. */
  readonly cache?: boolean | undefined
  /** What the store keeps of this run for whoever resumes it: how it was started, as JSON. */
  readonly resumeInfo?: JsonValue | undefined
  /** The id of an interrupted run that this one goes on with: what its journal holds is not asked for again. */
  readonly resume?: string | undefined
  /** Sees what happens as it happens. What it throws is thrown away. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** How adapters are asked, in place of all of the above. One given here ends its calls by its own signal. */
  readonly runtime?: Runtime | undefined
  /**
   * Ends the run at once. Rows begun by then are still handed out, their open scores unscored as `aborted`, so that no score that
   * was computed is lost; rows not begun are left out. A metric that does not hear of it is given up after a second. Default: the
   * runtime's own signal.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Ends the run in good order: no further row is begun, calls in flight come to their end, and rows begun with them. Nothing is waited
   * for: a call that was refused is not tried again, and one that a limit holds back is not made; such a score is unscored as `aborted`.
   */
  readonly finish?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** Every option, as the compiler checks: of a misspelt one in plain JavaScript it says nothing. */
const OPTION_NAMES = Object.keys({
  data: 0,
  metrics: 0,
  concurrency: 0,
  requestsPerMinute: 0,
  tokensPerMinute: 0,
  retry: 0,
  attemptTimeoutMs: 0,
  callTimeoutMs: 0,
  repeat: 0,
  allowPartial: 0,
  groupBy: 0,
  stopAfter: 0,
  stopScope: 0,
  budget: 0,
  prices: 0,
  store: 0,
  cache: 0,
  resumeInfo: 0,
  resume: 0,
  onEvent: 0,
  runtime: 0,
  signal: 0,
  finish: 0,
  clock: 0,
} satisfies Record<keyof EvaluateOptions, 0>)

/** @throws AssayError `config` for an option that there is not, one that must be there, or a number that is none of its kind. */
export function requireOptions(options: EvaluateOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, OPTION_NAMES)
    const hint = nearest === undefined ? `There are ${OPTION_NAMES.join(', ')}.` : `Did you mean ${nearest}?`
    throw new AssayError({ kind: 'config', message: `evaluate() has no option "${unknown}". ${hint}` })
  }
  for (const name of ['data', 'metrics'] as const) {
    if (!isGiven(options[name])) throw new AssayError({ kind: 'config', message: `evaluate() was given no ${name}.` })
  }
  requireIterable(options.data)
  if (options.resume !== undefined && options.store === undefined && options.runtime === undefined) {
    const message = 'resume was given without the store of that run, so every call would be made again. Pass the store, too.'
    throw new AssayError({ kind: 'config', message })
  }
  requireWhole('concurrency', options.concurrency)
  requireWhole('repeat', options.repeat)
  requireWhole('stopAfter', options.stopAfter)
  if (!['run', 'metric', undefined].includes(options.stopScope)) {
    throw new AssayError({ kind: 'config', message: `stopScope is ${options.stopScope}; it must be "run" or "metric".` })
  }
  requireAboveZero('attemptTimeoutMs', options.attemptTimeoutMs)
  requireAboveZero('callTimeoutMs', options.callTimeoutMs)
}

function requireIterable(data: unknown): void {
  if (typeof data === 'object' && data !== null && (Symbol.iterator in data || Symbol.asyncIterator in data)) return
  const what = typeof data === 'string' ? 'a text' : typeof data === 'function' ? 'a function' : 'nothing that can be read row by row'
  throw new AssayError({
    kind: 'config',
    message: `data is ${what}; pass a list of samples, or what yields them. readDataset of @assay/datasets reads files.`,
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function requireWhole(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return
  throw new AssayError({ kind: 'config', message: `${name} is ${value}; it must be a positive integer.` })
}

function requireAboveZero(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return
  throw new AssayError({ kind: 'config', message: `${name} is ${value}; it must be a number above 0.` })
}

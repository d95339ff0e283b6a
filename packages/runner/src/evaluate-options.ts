import { AssayError, type Clock, configError, type JsonValue, type RetryPolicy, type Runtime } from '@assay/core'
import { checkOption } from '@assay/options'
import { nearestName } from '@assay/text'
import type { RunEvent } from './ask/run-event.ts'
import type { MetricChoice } from './checks/check.ts'
import type { Limiters } from './limit/limiters.ts'
import type { Budget } from './money/budget.ts'
import type { EvaluationData } from './rows/row-source.ts'
import { type RunSettings, runSettings } from './settings/run-settings.ts'
import type { ReplyStore } from './store/reply-store.ts'
import type { RunAbout } from './summary/run-summary.ts'

/** The settings of a run by the names that they have on the command line and in files, and what only code can give. */
export type EvaluateOptions = RunSettings & {
  /** Samples, or batches of rows as a data reader gives them. Read once, as fast as rows are finished and taken. */
  readonly data: EvaluationData
  /** At least one, every name at most once; or what each row is asked, by a function. */
  readonly metrics: MetricChoice
  /** How long to wait between tries; how many there are is `maxRetries`. */
  readonly retry?: Partial<Omit<RetryPolicy, 'maxAttempts'>> | undefined
  /**
   * What such a failure ends: the `run`, or only the `metric` that meets it. That one is asked no more, its further rows are unscored by
   * the same cause, and the run ends early only where no other metric is left. Default `run`.
   */
  readonly stopScope?: 'run' | 'metric' | undefined
  /** A budget that several runs share, in place of `budgetUsd` and `budgetTokens`. */
  readonly budget?: Budget | undefined
  /** Limits that several runs share, as `createRunLimiters` makes them, in place of `concurrency`, `rpm` and `tpm` for calls. */
  readonly limiters?: Limiters | undefined
  /**
   * Replies kept on disk, or what opens them when the first is asked for: a run that asks nobody needs none. Nothing is kept without
   * it, and the run cannot be resumed. Whoever opened it closes it.
   */
  readonly store?: ReplyStore | (() => Promise<ReplyStore>) | undefined
  /** What the store keeps of this run for whoever resumes it: how it was started, as JSON. */
  readonly resumeInfo?: JsonValue | undefined
  /** The id of an interrupted run that this one goes on with: what its journal holds is not asked for again. */
  readonly resume?: string | undefined
  /** What the run is called, and what its data files are: told in its reports. */
  readonly about?: RunAbout | undefined
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

/** What only code can give, as the compiler checks: of a misspelt name in plain JavaScript it says nothing. */
const OWN_NAMES = Object.keys({
  data: 0,
  metrics: 0,
  budget: 0,
  limiters: 0,
  retry: 0,
  stopScope: 0,
  store: 0,
  resumeInfo: 0,
  resume: 0,
  about: 0,
  onEvent: 0,
  runtime: 0,
  signal: 0,
  finish: 0,
  clock: 0,
} satisfies Record<Exclude<keyof EvaluateOptions, keyof RunSettings>, 0>)

/** @throws AssayError `config` for an option that there is not, one that must be there, or a number that is none of its kind. */
export function requireOptions(options: EvaluateOptions): void {
  const names = [...OWN_NAMES, ...Object.keys(runSettings)]
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names)
    const hint = nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${nearest}?`
    throw configError(`evaluate() has no option "${unknown}". ${hint}`)
  }
  for (const name of ['data', 'metrics'] as const) {
    if (!isGiven(options[name])) throw configError(`evaluate() was given no ${name}.`)
  }
  requireIterable(options.data)
  if (options.resume !== undefined && options.store === undefined && options.runtime === undefined) {
    const message = 'resume was given without the store of that run, so every call would be made again. Pass the store, too.'
    throw configError(message)
  }
  for (const [name, setting] of Object.entries(runSettings)) {
    const value: unknown = Reflect.get(options, name)
    if (value !== undefined) checkOption(setting, value, `evaluate({ ${name} })`)
  }
  if (!['run', 'metric', undefined].includes(options.stopScope)) {
    throw configError(`stopScope is ${options.stopScope}; it must be "run" or "metric".`)
  }
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

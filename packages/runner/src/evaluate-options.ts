import { AssayError, type Clock, configError, type JsonValue, type RetryPolicy, type Runtime } from '@assay/core'
import { checkOption } from '@assay/options'
import { nearestName } from '@assay/text'
import type { RunEvent } from './calls/run-event.ts'
import type { MetricChoice } from './checks/check.ts'
import type { Limiters } from './limit/limiters.ts'
import type { Budget } from './money/budget.ts'
import type { EvaluationData } from './rows/row-source.ts'
import { type RunSettings, runSettings } from './settings/run-settings.ts'
import type { ReplyStore } from './store/reply-store.ts'
import type { RunAbout } from './summary/run-summary.ts'

/** The settings of a run by their names on the command line and in files, and options that only code can pass. */
export type EvaluateOptions = RunSettings & {
  /** Samples, or batches of rows from a data reader. Read once, as fast as rows are finished and taken. */
  readonly data: EvaluationData
  /** At least one, with unique names; or a function that chooses the checks of each row. */
  readonly metrics: MetricChoice
  /** How long to wait between tries; `maxRetries` sets their number. */
  readonly retry?: Partial<Omit<RetryPolicy, 'maxAttempts'>> | undefined
  /**
   * What such a failure ends: the `run`, or only the `metric` with the failure. That metric scores no further rows, they are unscored by
   * the same cause, and the run ends early only if no other metric is left. Default `run`.
   */
  readonly stopScope?: 'run' | 'metric' | undefined
  /** A budget shared by several runs, instead of `budgetUsd` and `budgetTokens`. */
  readonly budget?: Budget | undefined
  /** Limits shared by several runs, made by `createRunLimiters`, instead of `concurrency`, `rpm` and `tpm` for calls. */
  readonly limiters?: Limiters | undefined
  /**
   * The store of replies on disk, or a function that opens it for the first call: a run without calls needs none. Without it no reply is
   * stored, and the run cannot be resumed. The code that opens it closes it.
   */
  readonly store?: ReplyStore | (() => Promise<ReplyStore>) | undefined
  /** How the run was started, as JSON: stored for its resume. */
  readonly resumeInfo?: JsonValue | undefined
  /** The id of an interrupted run to resume: calls whose replies are in its journal are not sent again. */
  readonly resume?: string | undefined
  /** The name of the run and its data files, for its reports. */
  readonly about?: RunAbout | undefined
  /** Called for every event. Errors that it throws are ignored. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** How adapters are called, instead of all of the above. A given runtime ends its calls by its own signal. */
  readonly runtime?: Runtime | undefined
  /**
   * Ends the run at once. Rows already begun are still returned, with their open scores unscored as `aborted`, so that no computed score
   * is lost; rows not begun are left out. A metric that ignores the signal is abandoned after a second. Default: the runtime's own
   * signal.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Ends the run in good order: no further row is begun; calls in flight, and rows begun, are finished. Nothing waits: a refused call is
   * not retried, and a call held back by a limit is not made; such a score is unscored as `aborted`.
   */
  readonly finish?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** Options that only code can pass, checked by the compiler: in plain JavaScript it reports no misspelt name. */
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

/** @throws AssayError `config` for an unknown option, a missing one, or an invalid number. */
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

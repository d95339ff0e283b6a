import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Catalog } from '@assay/catalog'
import { type AnyMetric, AssayError, configError } from '@assay/core'
import type { EvaluationData, MetricChoice } from '@assay/runner'
import { commandName } from '../command-name.ts'
import { findConfig, noDataNamed } from '../settings/find-config.ts'
import type { LoadedConfig, PromptfooFile } from '../settings/load-config.ts'
import { type CommandLine, type EvalRequest, readRequest } from '../settings/request.ts'
import { shellWord } from '../shell-word.ts'
import { chosenMetrics, notesOnSets } from './chosen-metrics.ts'
import { rowsOf, type DataListeners } from './rows-of.ts'
import { filesRead } from './files-read.ts'
import { mayCallModels } from './may-call-models.ts'

/** A command line, with the configuration that it runs under. */
export type RunPlan = {
  readonly request: EvalRequest
  /** Every metric of some row; several under one name if rows are judged by different judges. */
  readonly known: readonly AnyMetric[]
  readonly metrics: MetricChoice
  /**
   * The rows, with listeners for findings in them. `thorough` checks every row closely; the default if calls are charged.
   * @throws AssayError if they cannot be read.
   */
  readonly rows: (listeners: DataListeners, thorough?: boolean) => EvaluationData
  /** The number of rows, if it is known before they are read. */
  readonly total: number | undefined
  readonly mayPay: boolean
  /** Files that the run reads, or has read. @throws AssayError `data` for a pattern that matches none. */
  readonly files: () => readonly string[]
  /** Whether models answer user-defined prompts in free text: a rehearsal can make those answers up. */
  readonly hasPlainAnswers?: boolean
  /** Decisions made for the user, a sentence each. */
  readonly notes: readonly string[]
  /** The command line that repeats the run, from the same folder: it names its configuration, and contains none of its content. */
  readonly again: CommandLine
}

/** @throws AssayError `config` for a plan that cannot be run. */
export async function planRun(line: CommandLine, catalog: Catalog, warn: (message: string) => void): Promise<RunPlan> {
  const loaded = await configurationOf(line)
  const again: CommandLine = { data: line.data, raw: { ...line.raw, config: loaded?.path ?? false } }
  if (loaded !== undefined && 'isPromptfoo' in loaded) {
    const { promptfooPlan } = await import('./promptfoo-plan.ts')
    return { ...(await promptfooPlan(loaded.path, line, { catalog, warn })), again }
  }
  const request = await readRequest(line, { loaded, catalog, warn })
  const { data } = request
  refuseConfigAsData(data)
  if (data.length === 0)
    throw new AssayError({
      kind: 'config',
      message: `Name a data file, as in: ${commandName()} eval rows.jsonl -m id-based-context-recall. ${noDataNamed(again.raw.config, line.raw.config)}${promptfooHint()}`,
    })
  const metrics = await chosenMetrics(request, catalog)
  const mayPay = metrics.some(mayCallModels)
  return {
    request,
    known: metrics,
    metrics,
    rows: (listeners, thorough = mayPay) => rowsOf(request, metrics, { ...listeners, thorough }),
    total: undefined,
    mayPay,
    files: () => [...filesRead(request), ...(loaded === undefined ? [] : [loaded.path])],
    notes: notesOnSets(request.settings.metrics),
    again,
  }
}

/** A mistake that the reader of data would report as one of columns. */
function refuseConfigAsData(data: readonly string[]): void {
  const theirs = data.find((path) => /^promptfooconfig\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(basename(path)))
  if (theirs === undefined) return
  const message = `${theirs} is a promptfoo configuration, and no data. Run it by: ${commandName()} eval -c ${shellWord(theirs)}`
  throw configError(message)
}

/** The reader of configurations is loaded only if there is one. */
async function configurationOf({ raw: { config, trustConfig } }: CommandLine): Promise<LoadedConfig | PromptfooFile | undefined> {
  const path = config === false ? undefined : (config ?? findConfig(process.cwd()))
  if (path === undefined) {
    if (trustConfig !== true) return undefined
    throw new AssayError({
      kind: 'config',
      message: '--trust-config is for a configuration, and there is none here. Name one with -c, or leave it out.',
    })
  }
  const { loadConfig } = await import('../settings/load-config.ts')
  return loadConfig(process.cwd(), path)
}

/** A promptfoo configuration must be named: otherwise it would run without a request. */
function promptfooHint(): string {
  const there = ['yaml', 'yml', 'json', 'js', 'mjs', 'cjs', 'ts']
    .map((ending) => `promptfooconfig.${ending}`)
    .find((name) => existsSync(name))
  if (there === undefined) return ''
  const trust = /[jt]s$/.test(there) ? ' --trust-config' : ''
  return ` The promptfoo configuration that stands here runs by: ${commandName()} eval -c ${there}${trust}`
}

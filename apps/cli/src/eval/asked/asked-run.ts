import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Catalog, createCatalog } from '@assay/catalog'
import { type AnyMetric, AssayError } from '@assay/core'
import type { EvaluationData, MetricChoice } from '@assay/runner'
import { commandName } from '../../command-name.ts'
import { type AppliedConfig, configuredOptions } from '../../config/configured-options.ts'
import { findConfig, noDataNamed } from '../../config/find-config.ts'
import type { LoadedConfig, PromptfooFile } from '../../config/load-config.ts'
import { shellWord } from '../../shell-word.ts'
import { chosenMetrics } from './chosen-metrics.ts'
import { evalData, type ToldOfData } from './eval-data.ts'
import { filesRead } from './files-read.ts'
import { type EvalOptions, type PlaceIn, type RawEvalOptions, readEvalOptions } from './eval-options.ts'
import { mayAskModels } from './may-ask-models.ts'

/** A command line as it was given, without what a configuration adds to it. */
export type CommandLine = { readonly data: readonly string[]; readonly raw: RawEvalOptions }

/** What a command line asks for, with the configuration that it runs under. */
export type AskedRun = {
  readonly options: EvalOptions
  /** Every metric that some row is asked; of one name several where rows are judged by different judges. */
  readonly known: readonly AnyMetric[]
  readonly metrics: MetricChoice
  /**
   * The rows, with whom to tell of what is found in them. `thorough` looks closely at every row; the default where money is spent on them.
   * @throws AssayError where they cannot be had.
   */
  readonly rows: (told: ToldOfData, thorough?: boolean) => EvaluationData
  /** How many rows there are, where that is known before they are read. */
  readonly total: number | undefined
  readonly mayPay: boolean
  /** Files that the run reads, or has read. @throws AssayError `data` for a pattern that matches none. */
  readonly files: () => readonly string[]
  /** Whether models answer prompts of the user, in words of which no part matters: a rehearsal can make those up. */
  readonly hasPlainAnswers?: boolean
  /** What was decided for the user, a sentence each. */
  readonly notes: readonly string[]
  /** The line that asks for the same again, from the same folder: it names its configuration, and holds nothing of what stands in it. */
  readonly again: CommandLine
}

/** @throws AssayError `config` for what cannot be run. */
export async function askedRun(line: CommandLine, catalog: Catalog = createCatalog()): Promise<AskedRun> {
  const loaded = await configurationOf(line)
  const again: CommandLine = { data: line.data, raw: { ...line.raw, config: loaded?.path ?? false } }
  if (loaded !== undefined && 'isPromptfoo' in loaded) {
    const { askedOfPromptfoo } = await import('./asked-of-promptfoo.ts')
    return { ...(await askedOfPromptfoo(loaded.path, line, catalog)), again }
  }
  const { data, raw, origins } = await configured(line, loaded, catalog)
  refuseConfigAsData(data)
  if (data.length === 0)
    throw new AssayError({
      kind: 'config',
      message: `Name a data file, as in: ${commandName()} eval rows.jsonl -m id-based-context-recall. ${noDataNamed(again.raw.config, line.raw.config)}${promptfooHint()}`,
    })
  const options: EvalOptions = {
    ...readEvalOptions(data, raw, origins, loaded === undefined ? undefined : placesIn(loaded)),
    dataFolder: origins['data'] === 'config' ? loaded?.folder : undefined,
  }
  const metrics = await chosenMetrics(options, catalog)
  const mayPay = metrics.some(mayAskModels)
  return {
    options,
    known: metrics,
    metrics,
    rows: (told, thorough = mayPay) => evalData(options, metrics, { ...told, thorough }),
    total: undefined,
    mayPay,
    files: () => [...filesRead(options), ...(loaded === undefined ? [] : [loaded.path])],
    notes: [],
    again,
  }
}

/** A slip that the reader of data would tell as one of columns. */
function refuseConfigAsData(data: readonly string[]): void {
  const theirs = data.find((path) => /^promptfooconfig\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(basename(path)))
  if (theirs === undefined) return
  const message = `${theirs} is a promptfoo configuration, and no data. Run it by: ${commandName()} eval -c ${shellWord(theirs)}`
  throw new AssayError({ kind: 'config', message })
}

/** What reads configurations is loaded only where there is one. */
async function configurationOf({ raw: { config, trustConfig } }: CommandLine): Promise<LoadedConfig | PromptfooFile | undefined> {
  const path = config === false ? undefined : (config ?? findConfig(process.cwd()))
  if (path === undefined) {
    if (trustConfig !== true) return undefined
    throw new AssayError({
      kind: 'config',
      message: '--trust-config is for a configuration, and there is none here. Name one with -c, or leave it out.',
    })
  }
  const { loadConfig } = await import('../../config/load-config.ts')
  return loadConfig(process.cwd(), path)
}

async function configured(line: CommandLine, loaded: LoadedConfig | undefined, catalog: Catalog): Promise<AppliedConfig> {
  if (loaded === undefined) return configuredOptions(line)
  const { applyConfig } = await import('../../config/apply-config.ts')
  return applyConfig(line, isJudgeIdle(line.raw, catalog) ? withoutJudge(loaded) : loaded, { trustConfig: line.raw.trustConfig })
}

function placesIn({ file, lineOf }: LoadedConfig): PlaceIn {
  return (path) => (lineOf === undefined ? file : `${file}:${lineOf(path)}`)
}

/** Theirs is not taken without being named: it would be run where nobody asked for it. */
function promptfooHint(): string {
  const there = ['yaml', 'yml', 'json', 'js', 'mjs', 'cjs', 'ts']
    .map((ending) => `promptfooconfig.${ending}`)
    .find((name) => existsSync(name))
  if (there === undefined) return ''
  const trust = /[jt]s$/.test(there) ? ' --trust-config' : ''
  return ` The promptfoo configuration that stands here runs by: ${commandName()} eval -c ${there}${trust}`
}

/** Whether the command line leaves the judge of a configuration nothing to do: its key need not be there then. */
function isJudgeIdle({ judge, metric }: RawEvalOptions, catalog: Catalog): boolean {
  if (judge !== undefined || metric === undefined) return judge !== undefined
  const asksNobody = new Set(catalog.metrics().flatMap((entry) => (entry.needsJudge || entry.isMadeOf ? [] : [entry.name])))
  return metric.every((name) => asksNobody.has(name.replace(/@.*$/s, '').toLowerCase().replaceAll('_', '-')))
}

function withoutJudge(loaded: LoadedConfig): LoadedConfig {
  const { judge: _idle, ...config } = loaded.config
  return { ...loaded, config }
}

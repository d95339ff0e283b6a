import { AssayError } from '@assay/core'
import type { ConfiguredOptions, RawEvalOptions } from '../eval/asked/eval-options.ts'
import { defaultSettings } from './default-settings.ts'
import type { AssayConfig } from './define-config.ts'
import { type Origin, resolveSettings, type Settings } from './resolve-settings.ts'

export type AppliedConfig = {
  readonly data: readonly string[]
  readonly raw: ConfiguredOptions
  /** By the option's name in a configuration, as in `judge`: an option that stands in a file is meant for the runs that it fits. */
  readonly origins: Readonly<Record<string, Origin>>
}

/** The command line over a configuration that is ready for use. @throws AssayError `config` where `--column` names nothing. */
export function configuredOptions(
  { data, raw }: { readonly data: readonly string[]; readonly raw: RawEvalOptions },
  config: AssayConfig = {},
): AppliedConfig {
  const settings = settingsOf(data, raw, config)
  const given = Object.entries(settings).filter(([, setting]) => setting.origin !== 'default')
  const values: AssayConfig = Object.fromEntries(given.map(([name, { value }]) => [name, value]))
  return {
    data: listOf(values.data),
    raw: { ...others(raw), ...rawOf(values) },
    origins: Object.fromEntries(given.map(([name, { origin }]) => [name, origin])),
  }
}

/** Every setting with its origin, for `assay config print` as for a run. */
export function settingsOf(data: readonly string[], raw: RawEvalOptions, config: AssayConfig): Settings<AssayConfig> {
  const commandLine = fromCommandLine(data, raw)
  return resolveSettings<AssayConfig>({
    commandLine,
    config: withoutColumns(config, commandLine.columns),
    defaults: defaultSettings,
  })
}

/** Numbers stay texts: `readEvalOptions` reads them, wherever they come from. */
const NUMBERS = [
  'concurrency',
  'rpm',
  'tpm',
  'maxRetries',
  'timeout',
  'totalTimeout',
  'stopAfter',
  'maxOutputTokens',
  'budgetUsd',
  'budgetTokens',
  'repeat',
  'limit',
  'votes',
  'threshold',
  'relevanceLevel',
] as const
/** The same name and form on the command line and in a file. */
const SAME = [
  'judge',
  'format',
  'delimiter',
  'prices',
  'quiet',
  'csvSafe',
  'generate',
  'allowPartial',
  'allowScreen',
  'strategy',
  'requireQuote',
  'similarity',
  'strict',
  'soft',
  'explain',
  'qrels',
  'complete',
  'cache',
  'grouping',
] as const

function fromCommandLine(data: readonly string[], raw: RawEvalOptions): Partial<AssayConfig> {
  const entries: (readonly [string, unknown])[] = [
    ['data', data.length === 0 ? undefined : data],
    ['metrics', raw.metric],
    ['output', raw.output],
    ['gates', raw.failUnder],
    ['allowUnscored', raw.allowUnscored],
    ['groupBy', raw.groupBy],
    ['csvColumns', raw.csvColumns?.split(',')],
    ['columns', raw.column === undefined ? undefined : columnsOf(raw.column)],
    ...[...NUMBERS, ...SAME].map((name) => [name, raw[name]] as const),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function rawOf(values: AssayConfig): ConfiguredOptions {
  const entries: (readonly [string, unknown])[] = [
    ['metric', values.metrics],
    ['output', values.output === undefined ? undefined : listOf(values.output)],
    ['failUnder', values.gates === undefined ? undefined : listOf(values.gates)],
    ['allowUnscored', values.allowUnscored === undefined ? undefined : [values.allowUnscored].flat().map(textOf)],
    ['groupBy', values.groupBy === undefined ? undefined : listOf(values.groupBy)],
    ['csvColumns', values.csvColumns === undefined ? undefined : listOf(values.csvColumns).flatMap((names) => names.split(','))],
    ['columns', values.columns],
    ...NUMBERS.map((name) => [name, textOf(values[name])] as const),
    ...SAME.map((name) => [name, values[name]] as const),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What no configuration can say passes through as it is. */
function others({
  metric: _metric,
  column: _column,
  csvColumns: _csv,
  judge: _judge,
  prices: _prices,
  ...raw
}: RawEvalOptions): ConfiguredOptions {
  return raw
}

/** A column of the command line takes the place of the configuration's, whichever way its field is written. */
function withoutColumns(config: AssayConfig, named: AssayConfig['columns']): AssayConfig {
  if (config.columns === undefined || named === undefined) return config
  const fields = new Set(Object.keys(named).map(camelCase))
  return { ...config, columns: Object.fromEntries(Object.entries(config.columns).filter(([field]) => !fields.has(camelCase(field)))) }
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

/** @throws AssayError `config` for one that names nothing, or a field that another names. */
function columnsOf(given: readonly string[]): Record<string, string> {
  const byField = new Map<string, string>()
  for (const text of given) {
    const field = camelCase(columnOf(text)[0])
    const before = byField.get(field)
    if (before !== undefined)
      throw configError(`--column ${before} and --column ${text} say where one field is read from. Keep one of the two.`)
    byField.set(field, text)
  }
  return Object.fromEntries(given.map(columnOf))
}

function columnOf(text: string): [field: string, column: string] {
  const equals = text.indexOf('=')
  if (equals > 0 && equals < text.length - 1) return [text.slice(0, equals), text.slice(equals + 1)]
  throw configError(`--column ${text}: expected field=column, as in reference=gold.answer`)
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

function textOf<T>(value: T | number): T | string {
  return typeof value === 'number' ? String(value) : value
}

import type { Judge, JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { RawEvalOptions } from '../eval/eval-options.ts'
import { defaultSettings } from './default-settings.ts'
import type { AssayConfig } from './define-config.ts'
import type { LoadedConfig } from './load-config.ts'
import { type Origin, resolveSettings, type Settings } from './resolve-settings.ts'
import { type ConfigTrust, usableConfig } from './usable-config.ts'

/** What only a configuration can say: judges and metrics with options, prices in place. */
type ConfigOnly = {
  readonly metric?: readonly (string | MetricConfig | AnyMetric)[]
  readonly judge?: string | JudgeConfig | Judge
  readonly prices?: AssayConfig['prices']
}

/** The options of `assay eval` as the command line gives them, and what stands in a configuration where the command line says nothing. */
export type ConfiguredOptions = Omit<RawEvalOptions, keyof ConfigOnly> &
  ConfigOnly & {
    readonly maxOutputTokens?: string
    readonly generate?: boolean
  }

export type AppliedConfig = {
  readonly data: readonly string[]
  readonly raw: ConfiguredOptions
  /** By the option's name in a configuration, as in `judge`: an option that stands in a file is meant for the runs that it fits. */
  readonly origins: Readonly<Record<string, Origin>>
}

/**
 * The command line over the configuration, for `readEvalOptions`.
 * @throws AssayError `config` where the configuration says what it may not.
 */
export function applyConfig(
  { data, raw }: { readonly data: readonly string[]; readonly raw: ConfiguredOptions },
  loaded: LoadedConfig | undefined,
  trust: ConfigTrust = {},
): AppliedConfig {
  const config = loaded === undefined ? {} : usableConfig(loaded, trust)
  const settings = settingsOf(data, raw, config)
  const given = Object.entries(settings).filter(([, setting]) => setting.origin !== 'default')
  const values: AssayConfig = Object.fromEntries(given.map(([name, { value }]) => [name, value]))
  return {
    data: listOf(values.data),
    raw: { ...raw, ...rawOf(values) },
    origins: Object.fromEntries(given.map(([name, { origin }]) => [name, origin])),
  }
}

/** Every setting with its origin, for `assay config print` as for a run. */
export function settingsOf(data: readonly string[], raw: ConfiguredOptions, config: AssayConfig): Settings<AssayConfig> {
  return resolveSettings<AssayConfig>({ commandLine: fromCommandLine(data, raw), config, defaults: defaultSettings })
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
] as const
/** Commander gives `true` where `--no-…` was not. */
const SWITCHED_OFF = ['cache', 'grouping'] as const

function fromCommandLine(data: readonly string[], raw: ConfiguredOptions): Partial<AssayConfig> {
  const entries: (readonly [string, unknown])[] = [
    ['data', data.length === 0 ? undefined : data],
    ['metrics', raw.metric],
    ['output', raw.output],
    ['gates', raw.failUnder],
    ['allowUnscored', raw.allowUnscored],
    ['groupBy', raw.groupBy],
    ['columns', raw.column === undefined ? undefined : Object.fromEntries(raw.column.map(columnOf))],
    ...[...NUMBERS, ...SAME].map((name) => [name, raw[name]] as const),
    ...SWITCHED_OFF.map((name) => [name, raw[name] === false ? false : undefined] as const),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function rawOf(values: AssayConfig): ConfiguredOptions {
  const entries: (readonly [string, unknown])[] = [
    ['metric', values.metrics],
    ['output', values.output === undefined ? undefined : listOf(values.output)],
    ['failUnder', values.gates === undefined ? undefined : listOf(values.gates)],
    ['allowUnscored', values.allowUnscored === undefined ? undefined : listOf(textOf(values.allowUnscored))],
    ['groupBy', values.groupBy === undefined ? undefined : listOf(values.groupBy)],
    ['column', values.columns === undefined ? undefined : Object.entries(values.columns).map(([field, column]) => `${field}=${column}`)],
    ...NUMBERS.map((name) => [name, textOf(values[name])] as const),
    ...[...SAME, ...SWITCHED_OFF].map((name) => [name, values[name]] as const),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What is no mapping is left whole: `readEvalOptions` says what is wrong with it. */
function columnOf(text: string): [field: string, column: string] {
  const equals = text.indexOf('=')
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

function textOf<T>(value: T | number): T | string {
  return typeof value === 'number' ? String(value) : value
}

import { resolve } from 'node:path'
import { type Catalog, type MetricRunOptions, withCutoffs } from '@assay/catalog'
import type { ConfigPath } from '@assay/config-kit'
import { camelCase, type Origin, readSettings, resolveSettings, type Settings } from '@assay/command-kit'
import { flagOf } from '@assay/options'
import type { AssayConfig } from './define-config.ts'
import type { EvalSettings } from './eval-settings.ts'
import { evalTable, type EvalTable } from './eval-table.ts'
import type { LoadedConfig } from './load-config.ts'

/** A command line as given, without the settings of a configuration. */
export type CommandLine = { readonly data: readonly string[]; readonly raw: RawOptions }

/** The options from commander: texts and switches, by their names. */
export type RawOptions = {
  /** A path; `false` if a run is resumed that began without a configuration. */
  readonly config?: string | false
  readonly trustConfig?: boolean
  readonly [option: string]: string | boolean | readonly string[] | undefined
}

/** The settings of the command line and a configuration: checked, under one name each. */
export type EvalRequest = {
  readonly settings: EvalSettings
  readonly data: readonly string[]
  /** The folder of the configuration that names the data; absent if the command line does. */
  readonly dataFolder: string | undefined
  /** Options of metrics: for those named without options, and those of the command line for all. */
  readonly metricOptions: Required<MetricRunOptions>
  /** The origin of each value; values that are not set have none. */
  readonly origins: Readonly<Record<string, Origin>>
  /** The place of an option in a configuration, for messages. */
  readonly placeIn?: PlaceIn | undefined
  readonly table: EvalTable
}

/** As in `assay.config.yaml:7`. */
type PlaceIn = (path: ConfigPath) => string

export type RequestContext = {
  readonly loaded?: LoadedConfig | undefined
  readonly catalog: Catalog
  /** Called with names that have changed. */
  readonly warn: (message: string) => void
}

/** @throws AssayError `config` naming the flag, or file and line, the given and the expected value. */
export async function readRequest(line: CommandLine, context: RequestContext): Promise<EvalRequest> {
  const { loaded } = context
  const { table, settings } = await layeredSettings(line, context)
  const given = Object.entries(settings).filter(([, setting]) => setting?.origin !== 'default')
  const origins = Object.fromEntries(given.map(([name, setting]) => [name, setting?.origin ?? 'default']))
  const values: AssayConfig = Object.fromEntries(given.map(([name, setting]) => [name, setting?.value]))
  const ofMetrics = Object.entries(values).filter(([name]) => table.metricOptions.has(name))
  const { data, ...own } = values
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked by the setting of its name
    settings: own as EvalSettings,
    data: listOf(data),
    dataFolder: origins['data'] === 'config' ? loaded?.folder : undefined,
    metricOptions: {
      defaults: Object.fromEntries(ofMetrics),
      overrides: Object.fromEntries(ofMetrics.filter(([name]) => origins[name] === 'command line')),
    },
    origins,
    placeIn: loaded === undefined ? undefined : placesIn(loaded, table),
    table,
  }
}

/** The place of options in a file, under the names used there. */
function placesIn({ file, lineOf, value }: LoadedConfig, { settings }: EvalTable): PlaceIn {
  const written = typeof value === 'object' && value !== null ? new Set(Object.keys(value)) : new Set<string>()
  return ([first = '', ...rest]) => {
    const former = written.has(String(first)) ? undefined : settings[String(first)]?.formerNames?.find((name) => written.has(name))
    return lineOf === undefined ? file : `${file}:${lineOf([former ?? first, ...rest])}`
  }
}

/** Every setting with its origin, for `assay config print` and for a run. `usable: false` leaves values of a file as written. */
export async function layeredSettings(
  line: CommandLine,
  { loaded, catalog, warn }: RequestContext,
  { isUsable = true }: { readonly isUsable?: boolean } = {},
): Promise<{ readonly table: EvalTable; readonly settings: Settings<AssayConfig> }> {
  await registerNamed(line, loaded, catalog)
  const table = await evalTable(catalog)
  // A resumed run may have begun without a configuration.
  const { config: _config, ...given } = line.raw
  const fromLine: Record<string, unknown> = readSettings(table.settings, given, warn)
  const commandLine: AssayConfig = { ...fromLine, ...(line.data.length === 0 ? {} : { data: [...line.data] }) }
  const written = loaded === undefined ? {} : await configOf(loaded, table, warn)
  const fitting = (await isJudgeUnused(commandLine, catalog)) ? withoutJudge(written) : written
  const config = loaded !== undefined && isUsable ? await usable(fitting, loaded, table, line.raw.trustConfig) : fitting
  const defaults = Object.fromEntries(
    Object.entries(table.settings).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, spec.default]])),
  )
  return { table, settings: resolveSettings<AssayConfig>({ commandLine, config: withoutColumns(config, commandLine.columns), defaults }) }
}

/** The reader of configurations is loaded only if there is one. */
async function configOf({ value, file, lineOf }: LoadedConfig, table: EvalTable, warn: (message: string) => void): Promise<AssayConfig> {
  const { checkConfig } = await import('./check-config.ts')
  return checkConfig(value, { file, lineOf, table, warn })
}

async function usable(config: AssayConfig, loaded: LoadedConfig, table: EvalTable, trustConfig: boolean | undefined): Promise<AssayConfig> {
  const { usableConfig } = await import('./usable-config.ts')
  return usableConfig(config, loaded, table, { trustConfig })
}

/** Files that register entries are loaded before settings are read: those may be options of these entries. */
async function registerNamed({ raw }: CommandLine, loaded: LoadedConfig | undefined, catalog: Catalog): Promise<void> {
  const ofLine = raw['register']
  for (const path of typeof ofLine === 'string' ? [ofLine] : Array.isArray(ofLine) ? ofLine.map(String) : [])
    await catalog.registerFrom(resolve(path))
  const value = loaded?.value
  if (loaded === undefined || typeof value !== 'object' || value === null || !('register' in value)) return
  const { registrationsOf } = await import('./registrations-of.ts')
  for (const registration of registrationsOf(value.register, loaded, raw.trustConfig === true)) {
    if (typeof registration === 'string') await catalog.registerFrom(registration)
    else catalog.register(registration)
  }
}

/** Whether the command line makes the judge of a configuration unnecessary: then its key need not be set. */
async function isJudgeUnused({ judge, metrics }: AssayConfig, catalog: Catalog): Promise<boolean> {
  if (judge !== undefined || metrics === undefined) return judge !== undefined
  for (const metric of metrics.flatMap((one): readonly (typeof one)[] => (typeof one === 'string' ? withCutoffs(one) : [one]))) {
    if (typeof metric !== 'string') return false
    try {
      const named = await catalog.metricsIn(metric)
      if (named.some(({ entry }) => entry === undefined || entry.needsJudge === true || entry.partOptions !== undefined)) return false
    } catch {
      // An unknown name is reported when metrics are created.
      return false
    }
  }
  return true
}

function withoutJudge({ judge: _unused, ...config }: AssayConfig): AssayConfig {
  return config
}

/** A column of the command line replaces that of the configuration, in either spelling of its field. */
function withoutColumns(config: AssayConfig, named: AssayConfig['columns']): AssayConfig {
  if (config.columns === undefined || named === undefined) return config
  const fields = new Set(Object.keys(named).map(camelCase))
  return { ...config, columns: Object.fromEntries(Object.entries(config.columns).filter(([field]) => !fields.has(camelCase(field)))) }
}

/** One text or several, as a list. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no element is a list itself
  return Array.isArray(value) ? (value as readonly T[]) : [value as T]
}

/** Whether an option is on the command line, not only in a file: then it is meant for this run. */
export function isOfCommandLine({ origins }: Pick<EvalRequest, 'origins'>, name: string): boolean {
  return origins[name] !== 'config'
}

/** The place of an option in the configuration: of a part of it, if it is a list. */
export function placeOf({ placeIn }: Pick<EvalRequest, 'placeIn'>, name: string, index?: number): string {
  return placeIn?.(index === undefined ? [name] : [name, index]) ?? 'the configuration'
}

/** The name of an option in messages: `--votes` (or the flag given here), or `assay.config.yaml:7: votes`. */
export function optionName(
  request: Pick<EvalRequest, 'origins' | 'placeIn' | 'settings' | 'metricOptions'>,
  name: string,
  flag?: string,
): string {
  if (!isOfCommandLine(request, name)) return `${placeOf(request, name)}: ${name}`
  const value: unknown = Reflect.get({ ...request.settings, ...request.metricOptions.overrides }, name)
  return flag ?? (value === false ? flagOf(name, { default: true }) : flagOf(name))
}

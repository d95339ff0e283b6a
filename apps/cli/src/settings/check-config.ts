import { metricsIn, tableOf } from '@assay/catalog/metrics'
import { type ConfigPath, environmentNames, shownPlace } from '@assay/config-kit'
import { AssayError, configError, isRecord } from '@assay/core'
import { checkOption, checkOptions, dashed, type OptionTable } from '@assay/options'
import { nearestName } from '@assay/text'
import type { AssayConfig } from './define-config.ts'
import type { EvalTable } from './eval-table.ts'

export type ConfigContext = {
  /** Its name in messages. */
  readonly file: string
  /** The place of a part, in a file of data. */
  readonly lineOf?: ((path: ConfigPath) => number) | undefined
  readonly table: EvalTable
  /** Called with names that have changed. */
  readonly warn: (message: string) => void
}

/**
 * A configuration with its settings checked, under their current names.
 * @throws AssayError `config` with every fault on its own line, by file, line and path.
 */
export function checkConfig(value: unknown, { file, lineOf, table, warn }: ConfigContext): AssayConfig {
  // An empty file holds no setting.
  if (value === null || value === undefined) return {}
  const place = (path: ConfigPath): string => shownPlace({ file, line: lineOf?.(path), path })
  if (!isRecord(value)) throw configError(`${place([])}: found no map of names to values, which is due.`)
  const metrics = new Map(table.metrics.map((entry) => [entry.type, entry]))
  const faults: { readonly line: number; readonly text: string }[] = []
  const checked = new Map<string, unknown>()
  for (const [written, held] of Object.entries(value)) {
    if (written === '$schema') continue
    const name = nameOf(written, table)
    if (name !== written && table.settings[name]?.inFiles !== false)
      warn(`${place([written])}: ${written} is now ${name}. The old name works for this release.`)
    collect([written], () => {
      if (checked.has(name)) throw configError(`${place([written])}: ${name} is set there as well. Keep one of the two.`)
      checked.set(name, held)
      checkSetting(name, held, [written])
    })
  }
  if (faults.length === 0) return Object.fromEntries(checked)
  throw new AssayError({
    kind: 'config',
    message: faults
      .toSorted((a, b) => a.line - b.line)
      .map(({ text }) => text)
      .join('\n'),
  })

  function collect(path: ConfigPath, act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!AssayError.is(error)) throw error
      faults.push({ line: lineOf?.(path) ?? 0, text: error.message })
    }
  }

  function checkSetting(name: string, held: unknown, path: ConfigPath): void {
    const spec = Object.hasOwn(table.settings, name) ? table.settings[name] : undefined
    if (spec === undefined) throw configError(`${place(path)}: ${unknownSetting(name, table)}`)
    if (spec.inFiles === false)
      throw configError(`${place(path)}: it belongs to one command line, and no file may hold it. Write --${dashed(name)}.`)
    if (spec.hasNoEffect === true) warn(`${place(path)}: ${spec.help}. Leave it out.`)
    // A reference to an amount is resolved when it is used.
    if (spec.holds === 'cost' && isReference(held)) return
    checkOption(spec, held, (inside) => place([...path, ...inside.map((part) => (typeof part === 'number' ? part : String(part)))]))
    if (name === 'judge') checkJudge(held, path)
    if (name === 'metrics' && Array.isArray(held))
      for (const [index, metric] of held.entries()) collect([...path, index], () => checkMetric(metric, [...path, index]))
  }

  function checkMetric(metric: unknown, path: ConfigPath): void {
    if (!isRecord(metric) || typeof metric['score'] === 'function') return
    const { type, ...options } = metric
    if (typeof type !== 'string' || type === '') {
      for (const name of Object.keys(options))
        if (nearestName(name, ['type']) !== undefined) collect([...path, name], () => refuseSlip(name, path))
      throw configError(`${place([...path, 'type'])}: it is missing; a text that is not empty is due.`)
    }
    const [named] = inPlace(path, () => metricsIn({ type }, metrics))
    if (named?.entry === undefined) return
    checkFields(tableOf(named.entry), options, path)
    checkJudge(options['judge'], [...path, 'judge'])
    for (const name of named.entry.partOptions ?? []) checkParts(options[name], [...path, name])
  }

  function refuseSlip(name: string, path: ConfigPath): void {
    throw configError(`${place([...path, name])}: there is no such option. Did you mean type?`)
  }

  function checkParts(held: unknown, path: ConfigPath): void {
    if (Array.isArray(held)) for (const [index, part] of held.entries()) checkParts(part, [...path, index])
    else if (isRecord(held) && 'metric' in held) checkParts(held['metric'], [...path, 'metric'])
    else if (typeof held === 'string') inPlace(path, () => metricsIn(held, metrics))
    else checkMetric(held, path)
  }

  function checkJudge(judge: unknown, path: ConfigPath): void {
    if (!isRecord(judge) || typeof judge['verify'] === 'function' || typeof judge['doGenerate'] === 'function') return
    const { id, provider, model, ...options } = judge
    if (typeof id !== 'string' && typeof provider !== 'string')
      throw configError(`${place(path)}: a judge needs an id, as in openai:gpt-5-mini, or a provider and a model.`)
    if (model !== undefined && typeof model !== 'string') throw configError(`${place([...path, 'model'])}: found no text, which is due.`)
    const name = typeof provider === 'string' ? provider : String(id).split(':', 1)[0]
    const entry = table.providers.find((known) => known.name === name)
    // An unknown name is reported when the judge is created, with all known ones.
    if (entry !== undefined) checkFields(entry.options, options, path)
  }

  function checkFields(known: OptionTable, options: Readonly<Record<string, unknown>>, path: ConfigPath): void {
    for (const [name, held] of Object.entries(options)) {
      const spec = Object.hasOwn(known, name) ? known[name] : undefined
      if (spec?.holds === 'cost' && isReference(held)) continue
      collect([...path, name], () => void checkOptions(optional(known), { [name]: held }, (option) => place([...path, option])))
    }
    for (const [name, spec] of Object.entries(known))
      if (spec.isRequired === true && options[name] === undefined)
        collect(path, () => void checkOptions({ [name]: spec }, {}, (option) => place([...path, option])))
  }

  function inPlace<T>(path: ConfigPath, act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw AssayError.is(error) ? configError(`${place(path)}: ${error.message}`) : error
    }
  }
}

/** Required options are checked once, not beside each option. */
function optional(table: OptionTable): OptionTable {
  return Object.fromEntries(Object.entries(table).map(([name, { isRequired: _isRequired, ...spec }]) => [name, spec]))
}

/** The current name of a renamed setting. */
function nameOf(written: string, { settings }: EvalTable): string {
  if (Object.hasOwn(settings, written)) return written
  const asFlag = Object.keys(settings).find((name) => settings[name]?.inFiles === false && dashed(name) === written)
  if (asFlag !== undefined) return asFlag
  return Object.entries(settings).find(([, { formerNames = [] }]) => formerNames.includes(written))?.[0] ?? written
}

function unknownSetting(name: string, { settings }: EvalTable): string {
  if (name === 'help') return 'it belongs to one command line, and no file may hold it. Write --help.'
  const known = Object.entries(settings).flatMap(([setting, { inFiles }]) => (inFiles === false ? [] : [setting]))
  const nearest = nearestName(name, known)
  return `there is no such option.${nearest === undefined ? ` There are: ${known.join(', ')}.` : ` Did you mean ${nearest}?`}`
}

function isReference(value: unknown): boolean {
  return typeof value === 'string' && environmentNames(value).length > 0
}

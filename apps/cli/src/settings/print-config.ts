import { shownPlace } from '@assay/config-kit'
import { redact } from '@assay/core'
import type { LoadedConfig } from './load-config.ts'
import { type Origin, type Setting, type Settings, storePlace } from '@assay/command-kit'
import { roleOf } from './config-role.ts'
import type { EvalTable } from './eval-table.ts'
import type { AssayConfig } from './define-config.ts'

type Line = { readonly name: string; readonly value: string; readonly origin: string }

/** Every setting on a line: its name, its value as written, and its origin. */
export function printConfig(settings: Settings<AssayConfig>, loaded: LoadedConfig | undefined, table: EvalTable): string {
  const given = Object.entries(settings).flatMap(([name, setting]) => (setting === undefined ? [] : [[name, setting] as const]))
  const lines = given.flatMap(([name, setting]) => linesOf(name, setting, loaded, table))
  const [nameWidth, valueWidth] = [widest(lines.map(({ name }) => name)), Math.min(48, widest(lines.map(({ value }) => value)))]
  const title = loaded === undefined ? 'no configuration file' : loaded.path
  return [
    title,
    ...lines.map(({ name, value, origin }) => `  ${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${origin}`),
    ...overruled(settings.metrics, given, table).map((sentence) => `  ${sentence}`),
  ].join('\n')
}

/** Options of single metrics in the file that the command line overrides: their metric shows them as written. */
function overruled(metricsSetting: Setting | undefined, all: readonly (readonly [string, Setting])[], table: EvalTable): string[] {
  const metrics: unknown = metricsSetting?.origin === 'config' ? metricsSetting.value : []
  if (!Array.isArray(metrics)) return []
  const given = all.filter(([, { origin }]) => origin === 'command line')
  return metrics.flatMap((metric: unknown, index) =>
    typeof metric !== 'object' || metric === null
      ? []
      : given
          .filter(([name, { value }]) => Object.hasOwn(metric, name) && Reflect.get(metric, name) !== value)
          .map(([name, { value }]) => `metrics[${index}].${name} is ${shown(value, [name], table)}, as the command line says`),
  )
}

function linesOf(name: string, { value, origin, origins }: Setting, loaded: LoadedConfig | undefined, table: EvalTable): Line[] {
  const from = (which: Origin, path: readonly (string | number)[]): string =>
    which === 'config' && loaded !== undefined ? shownPlace({ file: loaded.file, line: loaded.lineOf?.(path) }) : which
  if (origins === undefined || typeof value !== 'object' || value === null) {
    return [{ name, value: shown(value, [name], table), origin: from(origin, [name]) }]
  }
  return Object.entries(value).map(([part, held]) => ({
    name: `${name}.${part}`,
    value: shown(held, [name, part], table),
    origin: from(origins[part] ?? origin, [name, part]),
  }))
}

function shown(value: unknown, path: readonly (string | number)[], table: EvalTable): string {
  if (typeof value === 'function') return '(a function)'
  const harmless = withoutSecrets(value, path, table)
  return typeof harmless === 'string' ? harmless : JSON.stringify(harmless)
}

/** A key or a header that is written out in code is not printed; `${NAME}` is. */
function withoutSecrets(value: unknown, path: readonly (string | number)[], table: EvalTable): unknown {
  if (typeof value === 'string') {
    if (path[0] === 'store') return storePlace(value).shown
    const role = roleOf(path, table)
    const isSecret = role === 'key' || (role === 'reference' && path.includes('headers'))
    return isSecret && !/\$\{\w+\}/.test(value) ? '(set)' : redact(value)
  }
  if (Array.isArray(value)) return value.map((item: unknown, index) => withoutSecrets(item, [...path, index], table))
  if (typeof value !== 'object' || value === null) return value
  if (Object.values(value).some((part) => typeof part === 'function')) return nameOf(value)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part, [...path, key], table)]))
}

/** For a judge or a metric that is code. */
function nameOf(value: object): string {
  const { signature, provider, modelId }: { signature?: unknown; provider?: unknown; modelId?: unknown } = value
  if (typeof signature === 'string') return signature
  return typeof provider === 'string' && typeof modelId === 'string' ? `${provider}:${modelId}` : '(an object)'
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0)
}

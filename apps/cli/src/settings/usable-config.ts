import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import {
  type ConfigPath,
  configFault,
  environmentNames,
  type Environment,
  expandEnvironment,
  shownPlace,
  staysInside,
  withoutAmbientKey,
} from '@assay/config-kit'
import { AssayError } from '@assay/core'
import type { AssayConfig } from './define-config.ts'
import type { LoadedConfig } from './load-config.ts'
import { roleOf } from './config-role.ts'
import type { EvalTable } from './eval-table.ts'

export type ConfigTrust = {
  /** Whether a file of data may name code and paths outside its folder, and send keys of the environment to its servers. Default false. */
  readonly trustConfig?: boolean | undefined
  readonly environment?: Environment | undefined
  /** The base folder of paths in messages. Default: the working folder. */
  readonly cwd?: string | undefined
}

/**
 * A configuration ready for use: `${NAME}` expanded where allowed, paths from the working folder, and restrictions on an untrusted file
 * of data applied.
 * @throws AssayError `config` with file, line and path.
 */
export function usableConfig(config: AssayConfig, loaded: LoadedConfig, table: EvalTable, trust: ConfigTrust = {}): AssayConfig {
  const { trustConfig = false, environment = process.env, cwd = process.cwd() } = trust
  const { folder, isCode } = loaded
  const isTrusted = isCode || trustConfig
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts become texts, and costs the numbers that they hold
  return walk(config, []) as AssayConfig

  function walk(value: unknown, path: ConfigPath): unknown {
    if (typeof value === 'string') return text(value, path)
    if (Array.isArray(value)) return value.map((item: unknown, index) => walk(item, [...path, index]))
    if (!isPlain(value)) return value
    const made = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part, [...path, key])]))
    return roleOf(path, table) === 'judge' ? judge(made, path) : made
  }

  function text(value: string, path: ConfigPath): unknown {
    const role = roleOf(path, table)
    switch (role) {
      case 'path':
        return usablePath(value, path)
      case 'id':
      case 'judge':
        return usableId(value, path)
      case 'key':
        if (!isTrusted && environmentNames(value).length === 0) {
          throw fault(
            path,
            'a key does not belong in a file. Write ${NAME} of an environment variable that holds it, or null to send none.',
          )
        }
        return expandEnvironment(value, place(path), environment)
      case 'reference':
        return expandEnvironment(value, place(path), environment)
      case 'cost':
        return environmentNames(value).length === 0 ? value : cost(expandEnvironment(value, place(path), environment), path)
      default:
        return withoutReference(value, path)
    }
  }

  function withoutReference(value: string, path: ConfigPath): string {
    if (isCode || environmentNames(value).length === 0) return value
    throw fault(path, '${NAME} is read only in apiKey, baseURL, headers and prices. Write the value itself.')
  }

  function cost(value: string, path: ConfigPath): number {
    const amount = value.trim() === '' ? Number.NaN : Number(value)
    if (Number.isFinite(amount) && amount >= 0) return amount
    throw fault(path, 'the environment variable holds no number of 0 or more.')
  }

  function usablePath(value: string, path: ConfigPath): string {
    if (value === '-') return value
    withoutReference(value, path)
    const name = value.startsWith('file://') ? value.slice('file://'.length) : value
    if (!isTrusted && !(staysInside(name, folder) && matchesOf(name).every((file) => staysInside(file, folder)))) throw outside(value, path)
    return relative(cwd, resolve(folder, name)) || name
  }

  /** A pattern may lead out of the folder by its parts, and by links that it matches. */
  function matchesOf(name: string): readonly string[] {
    return PATTERN.test(name) ? globSync(name, { cwd: folder }) : []
  }

  /** An id may name a file: of code, or of recorded replies. */
  function usableId(value: string, path: ConfigPath): string {
    withoutReference(value, path)
    const recorded = /^recorded:(.+)$/s.exec(value)?.[1]
    if (recorded !== undefined) {
      const [, file = recorded, choice = ''] = /^(.+?)(#[^#:/\\]+:[^#]+)$/s.exec(recorded) ?? []
      if (!isTrusted && !staysInside(file, folder)) throw outside(value, path)
      return `recorded:${resolve(folder, file)}${choice}`
    }
    if (!/^\.{0,2}\//.test(value) && !/^[a-z]:[\\/]/i.test(value)) {
      refuseUntrusted(value, {}, path)
      return value
    }
    if (!isTrusted) throw fault(path, `${value} is code, and a file of data loads none. Use an assay.config.ts, or pass --trust-config.`)
    return resolve(folder, value)
  }

  /** A server that only a file of data names is sent no key that the file does not request by name. */
  function judge(made: Readonly<Record<string, unknown>>, path: ConfigPath): unknown {
    if (isTrusted) return made
    const id = typeof made['id'] === 'string' ? made['id'] : `${String(made['provider'])}:${String(made['model'])}`
    refuseUntrusted(id, made, path)
    if (made['baseURL'] === undefined) return made
    const provider = id.split(':', 1)[0] ?? ''
    const ambient = table.providers.find(({ name }) => name === provider)?.ambientVariables ?? []
    try {
      return withoutAmbientKey(made, ambient, environment)
    } catch (error) {
      throw AssayError.is(error) ? fault([...path, 'baseURL'], error.message) : error
    }
  }

  /** What a provider allows only for trusted configurations. */
  function refuseUntrusted(id: string, options: { readonly baseURL?: unknown }, path: ConfigPath): void {
    const [, name = '', model = ''] = /^(?:embedding:)?([^:]+):(.*)$/s.exec(id) ?? []
    const why = isTrusted ? undefined : table.providers.find((provider) => provider.name === name)?.untrusted?.(model, options)
    if (why !== undefined) throw fault(path, `${id} ${why}. Use an assay.config.ts, or pass --trust-config.`)
  }

  function outside(value: string, path: ConfigPath): Error {
    return fault(path, `${value} stands outside the folder of the configuration. Name it on the command line, or pass --trust-config.`)
  }

  function place(path: ConfigPath): string {
    return shownPlace({ file: loaded.file, line: loaded.lineOf?.(path), path })
  }

  function fault(path: ConfigPath, what: string): Error {
    return configFault({ file: loaded.file, line: loaded.lineOf?.(path), path }, what)
  }
}

const PATTERN = /[*?[\]{}]/

/** A judge or a metric of code is used unchanged. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Object.values(value).some((part) => typeof part === 'function')
}

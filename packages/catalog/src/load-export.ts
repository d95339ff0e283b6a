import { resolve } from 'node:path'
import { AssayError, configError } from '@assay/core'
import { type Entry, isEntry } from './entry.ts'
import { importCode } from './import-code.ts'

/**
 * The export `name` (default: `default`) of the module at `./path.ts#name`. It runs that file: pass only what the user typed, or paths
 * from configurations that are code themselves.
 */
export async function loadExport<T>(id: string, o: { folder: string; what: string; is: (value: unknown) => value is T }): Promise<T> {
  const hash = id.lastIndexOf('#')
  const path = resolve(o.folder, hash === -1 ? id : id.slice(0, hash))
  const name = hash === -1 ? 'default' : id.slice(hash + 1)
  const exports = await exportsOf(path, o.what)
  const found = exports.get(name)
  if (o.is(found)) return found
  const exported = [...exports.keys()]
  const there = exported.length === 0 ? 'It exports nothing.' : `It exports: ${exported.join(', ')}.`
  const fault = exports.has(name) ? `the export "${name}" is not ${o.what}` : `there is no export "${name}"`
  throw configError(`${path}: ${fault}. ${there} Write ./file.ts#name`)
}

/** The entries that a file exports, alone or in lists. It runs that file. @throws AssayError `config` if it cannot be loaded. */
export async function entriesIn(path: string): Promise<readonly Entry[]> {
  const exported = Array.from((await exportsOf(path, 'entries of a catalog')).values())
  return [...new Set(exported.flatMap((value) => (Array.isArray(value) ? value : [value])))].filter(isEntry)
}

async function exportsOf(path: string, what: string): Promise<ReadonlyMap<string, unknown>> {
  try {
    return new Map<string, unknown>(Object.entries((await importCode(path)) ?? {}))
  } catch (error) {
    throw new AssayError({
      kind: 'config',
      message: `${path} could not be loaded as ${what}: ${error instanceof Error ? error.message : String(error)}`,
      cause: error,
    })
  }
}

/** Whether an id names a file of code. */
export function isPath(id: string): boolean {
  return /^\.{0,2}\//.test(id) || /^[a-z]:[\\/]/i.test(id)
}

/** Exports of a file are created already: an option beside its path would be without effect. @throws AssayError `config` */
export function refuseOptionsOfCode(id: string, config: object, naming: readonly string[]): void {
  const option = Object.entries(config).find(([name, value]) => value !== undefined && !naming.includes(name))?.[0]
  if (option === undefined) return
  const message = `${id} has the option ${JSON.stringify(option)} beside it, and is code of your own, which sets its options itself. Leave it out.`
  throw configError(message)
}

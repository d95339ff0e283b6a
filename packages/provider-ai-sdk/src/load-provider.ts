import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AssayError, isRecord } from '@assay/core'

/** A package name as in the npm registry, never a path. */
const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/** Splits `@ai-sdk/google:gemini-2.5-flash` into package and model. @throws AssayError `config` if one is missing. */
export function packageAndModel(written: string, prefix: string): { readonly name: string; readonly model: string } {
  const colon = written.indexOf(':')
  const [name, model] = [written.slice(0, Math.max(colon, 0)), written.slice(colon + 1)]
  if (PACKAGE.test(name) && model !== '') return { name, model }
  throw config(`${prefix}:${written} names no package and model. Write both, as in ${prefix}:@ai-sdk/google:gemini-2.5-flash`)
}

/** A provider of the AI SDK: its models by name. */
export type Provider = { readonly languageModel: (model: string) => unknown; readonly embeddingModel: (model: string) => unknown }

/**
 * Loads a package, resolved from a folder upwards as Node does, and creates its provider. This runs the code of the package.
 * @throws AssayError `config` if it is not installed, or creates no provider.
 */
export async function loadProvider(name: string, folder: string, settings: Readonly<Record<string, unknown>>): Promise<Provider> {
  const create = creatorIn(await importFrom(name, folder))
  if (create === undefined) throw config(`The package ${name} has no export that makes a provider of the AI SDK, as createOpenAI does.`)
  let provider: unknown
  try {
    provider = create(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)))
  } catch (error) {
    throw config(`The package ${name} made no provider: ${error instanceof Error ? error.message : String(error)}`, error)
  }
  const [languageModel, embeddingModel] = [methodOf(provider, 'languageModel'), methodOf(provider, 'embeddingModel', 'textEmbeddingModel')]
  if (languageModel === undefined) throw config(`The package ${name} made something that has no language models.`)
  return {
    languageModel,
    embeddingModel(model) {
      if (embeddingModel === undefined) throw config(`The package ${name} has no models for embeddings.`)
      return embeddingModel(model)
    },
  }
}

async function importFrom(name: string, folder: string): Promise<unknown> {
  const file = entryFile(name, folder)
  if (file === undefined) throw config(`The package ${name} was not found from ${folder}. Run there: npm install ${name}`)
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    return module
  } catch (error) {
    throw config(`The package ${name} could not be loaded: ${error instanceof Error ? error.message : String(error)}`, error)
  }
}

/** The file that an import of the package would load, or `undefined` if it is not installed. */
function entryFile(name: string, folder: string): string | undefined {
  const manifest = manifestOf(name, folder)
  if (manifest === undefined) return undefined
  const described: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
  const { exports, main } = isRecord(described) ? described : {}
  const target = targetOf(isRecord(exports) && '.' in exports ? exports['.'] : exports) ?? (typeof main === 'string' ? main : 'index.js')
  return join(dirname(manifest), target)
}

function manifestOf(name: string, folder: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(resolve(folder, 'import.js')))
  } catch {
    return undefined
  }
}

const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default'])

/** The target of the first matching condition, at any depth. */
function targetOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (!isRecord(exports)) return undefined
  return Object.entries(exports)
    .filter(([condition]) => CONDITIONS.has(condition))
    .map(([, target]) => targetOf(target))
    .find((target) => target !== undefined)
}

/** The first export that begins with `create`, which all packages of the SDK have. */
function creatorIn(module: unknown): ((settings: object) => unknown) | undefined {
  const exported = Object.entries(isRecord(module) ? module : {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const found = exported.find(([name, value]) => name.startsWith('create') && typeof value === 'function')?.[1]
  return typeof found === 'function' ? (settings) => Reflect.apply(found, undefined, [settings]) : undefined
}

function methodOf(provider: unknown, ...names: readonly string[]): ((model: string) => unknown) | undefined {
  if ((typeof provider !== 'object' && typeof provider !== 'function') || provider === null) return undefined
  const method: unknown = names.map((name): unknown => Reflect.get(provider, name)).find((held) => typeof held === 'function')
  return typeof method === 'function' ? (model) => Reflect.apply(method, provider, [model]) : undefined
}

function config(message: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'config', message, ...(cause === undefined ? {} : { cause }) })
}

import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importCode } from '@assay/catalog'
import { configFault, configFormatOf, type ConfigPath, readConfigDocument, readConfigText } from '@assay/config-kit'
import { isRecord } from '@assay/core'
import { isPromptfooConfig, isPromptfooFile } from '@assay/promptfoo'
import { findConfig } from './find-config.ts'

/** A configuration file as written: not checked, expanded or resolved. */
export type LoadedConfig = {
  readonly path: string
  /** Its name in messages. */
  readonly file: string
  /** The base folder of its paths. */
  readonly folder: string
  readonly value: unknown
  /** A file of code is trusted, since it can do anything; a file of data is not. */
  readonly isCode: boolean
  /** In a file of data. */
  readonly lineOf: ((path: ConfigPath) => number) | undefined
}

/** A promptfoo configuration in the place of an Assay one. */
export type PromptfooFile = { readonly path: string; readonly isPromptfoo: true }

/**
 * The configuration at `explicitPath`, else the nearest one from `folder` upwards.
 * @throws AssayError `config` for one that cannot be read, naming file, line and path of each fault.
 */
export async function loadConfig(folder: string, explicitPath?: string): Promise<LoadedConfig | PromptfooFile | undefined> {
  const path = explicitPath === undefined ? findConfig(folder) : resolve(folder, explicitPath)
  if (path === undefined) return undefined
  const format = configFormatOf(path)
  if (format !== undefined) return loadData(path, format)
  // Recognised by its name alone: its reader decides whether it may run.
  if (isPromptfooFile(path)) return { path, isPromptfoo: true }
  if (!/\.(?:[cm]?[jt]s)$/i.test(path)) throw configFault({ file: path }, 'a configuration ends in .ts, .js, .mjs, .json or .yaml.')
  return loadCode(path)
}

function loadData(path: string, format: 'yaml' | 'json'): LoadedConfig | PromptfooFile {
  const document = readConfigDocument(readConfigText(path), { file: basename(path), format })
  if (isPromptfooConfig(document.value)) return { path, isPromptfoo: true }
  const { file, lineOf } = document
  return { path, file, folder: dirname(path), value: document.value, isCode: false, lineOf }
}

async function loadCode(path: string): Promise<LoadedConfig | PromptfooFile> {
  let module: unknown
  try {
    module = await importCode(path)
  } catch (error) {
    throw configFault(placeIn(error, path), `it could not be loaded: ${error instanceof Error ? error.message : String(error)}`, error)
  }
  const exported: unknown = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined
  if (isObject(exported, 'then')) throw configFault({ file: path }, 'it exports a promise. Write: export default await …')
  if (!isRecord(exported)) throw configFault({ file: path }, 'it exports no configuration. Write: export default defineConfig({ … })')
  if (isPromptfooConfig(exported)) return { path, isPromptfoo: true }
  return { path, file: basename(path), folder: dirname(path), value: exported, isCode: true, lineOf: undefined }
}

/** The place of an error in the file, or in another file that it loads. Node reports it for TypeScript, and for code that ran. */
function placeIn(error: unknown, path: string): { readonly file: string; readonly line?: number } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, file, line] = /^(?:file:\/\/)?(\/.*):(\d+)\n/.exec(stack) ?? []
  if (file !== undefined) return { file, line: Number(line) }
  const url = `${pathToFileURL(path).href}:`
  const frame = stack.split('\n').find((text) => text.includes(url))
  const [, ownLine] = /^(\d+):\d+/.exec(frame?.slice(frame.indexOf(url) + url.length) ?? '') ?? []
  return ownLine === undefined ? { file: path } : { file: path, line: Number(ownLine) }
}

function isObject(value: unknown, ...methods: readonly string[]): boolean {
  return isRecord(value) && methods.some((method) => typeof value[method] === 'function')
}

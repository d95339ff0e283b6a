import { resolve } from 'node:path'
import { configFormatOf, readConfigDocument, readConfigText } from '@assay/config-kit'
import { AssayError, configError } from '@assay/core'
import { isPromptfooFile } from '../is-promptfoo-config.ts'
import { type ConfigFields, configShape, unreadNames } from './config-shapes.ts'
import { opened, placeOfConfig, type Reading } from './reading.ts'
import { documentSource, type Source, type Written } from './source.ts'
import { loadedCode, messageOf } from './trusted-code.ts'

/**
 * Reads a configuration: YAML or JSON, or the export of a code file.
 * @throws AssayError `config` if it cannot be read, or is code and not trusted.
 */
export async function readConfig(path: string, reading: Reading): Promise<{ readonly config: ConfigFields; readonly source: Source }> {
  const { value, source } = await written(resolve(path), reading)
  const config = source.read(value, configShape)
  for (const name of unreadNames(config, configShape)) reading.notes.add(`${JSON.stringify(name)} is not read`, source.place([name]))
  return { config, source }
}

async function written(path: string, reading: Reading): Promise<Written> {
  const { file } = placeOfConfig(path)
  const format = configFormatOf(path)
  if (format !== undefined || !/\.[cm]?[jt]s$/i.test(path)) {
    return opened(readConfigDocument(readConfigText(path), { file, format: format ?? 'yaml' }))
  }
  if (!reading.trustConfig) throw notTrusted(path)
  const exported = await loadedCode(reading, path)
  const value = await settled(exported, file)
  return { value, source: documentSource({ file, value, lineOf: undefined }) }
}

async function settled(exported: unknown, file: string): Promise<unknown> {
  try {
    const made: unknown = typeof exported === 'function' ? exported() : exported
    return await made
  } catch (error) {
    throw new AssayError({ kind: 'config', message: `${file} threw while it made its configuration: ${messageOf(error)}`, cause: error })
  }
}

function notTrusted(path: string): AssayError {
  const { file } = placeOfConfig(path)
  const what = isPromptfooFile(path)
    ? `${file} looks like a promptfoo configuration, and is code: it was not run. Pass --trust-config to run it, where you trust it.`
    : `${file} exports a promptfoo configuration, whose code and targets run only with --trust-config.`
  return configError(what)
}

import { basename, dirname } from 'node:path'
import {
  configFormatOf,
  confinedFile,
  type ConfigDocument,
  type Environment,
  readConfigDocument,
  readConfinedText,
} from '@assay/config-kit'
import type { SkippedCheck } from '@assay/runner'
import type { Notes } from './notes.ts'
import { documentSource, type Written } from './source.ts'

/** The context for reading a configuration. */
export type Reading = {
  /** The base of relative paths. Files must be inside of it. */
  readonly folder: string
  readonly trustConfig: boolean
  readonly environment: Environment
  /** Environment variables that a provider's SDK sends by itself. */
  readonly ambientVariables: (provider: string) => readonly string[]
  readonly notes: Notes
  /** Real paths of the files read so far. */
  readonly files: Set<string>
  /** Tests that could not be read so far. */
  readonly unread: SkippedCheck[]
}

/** The text that `file://…` names. @throws AssayError `config` if it is outside the folder, or does not exist. */
export function readText(reading: Reading, reference: string): string {
  const { folder, trustConfig: allowOutside, files } = reading
  const text = readConfinedText(reference, { folder, allowOutside })
  files.add(confinedFile(reference, { folder, allowOutside }))
  return text
}

/** Whether a text names a file, and whether that is code. */
export function namesFile(text: string): 'text' | 'code' | undefined {
  if (!text.startsWith('file://')) return undefined
  return /\.(?:[cm]?[jt]s|py|rb|sh|go)(?::\w+)?$/i.test(text) ? 'code' : 'text'
}

/** The document that `file://…` names. */
export function readDocument(reading: Reading, reference: string): Written {
  return opened(
    readConfigDocument(readText(reading, reference), { file: withoutScheme(reference), format: configFormatOf(reference) ?? 'yaml' }),
  )
}

export function opened(document: ConfigDocument): Written {
  return { value: document.value, source: documentSource(document) }
}

export function withoutScheme(reference: string): string {
  return reference.replace(/^file:\/\//, '')
}

export function placeOfConfig(path: string): { readonly file: string; readonly folder: string } {
  return { file: basename(path), folder: dirname(path) }
}

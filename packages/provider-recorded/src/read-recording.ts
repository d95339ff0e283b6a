import { readFileSync } from 'node:fs'
import { AssayError, canonicalJson } from '@assay/core'
import { parseLine, type RecordedAdapter, type RecordingLine } from './recording-line.ts'

export type Recording = {
  readonly path: string
  readonly lines: readonly NumberedLine[]
  /** Numbers of incomplete lines, which are skipped. */
  readonly unfinished: readonly number[]
}

export type NumberedLine = RecordingLine & {
  /** The number of the line in the file, from 1. */
  readonly at: number
  /** Identifies its adapter within the file. */
  readonly identity: string
}

/** @throws AssayError `config` if the file cannot be read, `data` for lines that are not recorded replies. */
export function readRecording(path: string): Recording {
  let text: string
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `The recording ${path} cannot be read: ${why}. Record it first.`, cause: error })
  }
  const lines: NumberedLine[] = []
  const unfinished: number[] = []
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return
    const at = index + 1
    const parsed = parseLine(line, `${path}:${at}`)
    if (parsed === undefined) unfinished.push(at)
    else lines.push({ ...parsed, at, identity: identityOf(parsed.adapter) })
  })
  return { path, lines, unfinished }
}

export function identityOf({ provider, modelId, fingerprint }: RecordedAdapter): string {
  return canonicalJson([provider, modelId, fingerprint])
}

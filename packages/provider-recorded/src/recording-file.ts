import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssayError, callKey, type LLMCall } from '@assay/core'
import { LINE_START, type RecordedAdapter, type RecordedAnswer, renderLine } from './recording-line.ts'

/** A file of recorded replies, shared by all adapters of this process that record to it. */
export type RecordingFile = {
  readonly path: string
  /** Creates the file if it is missing. @throws AssayError `config` if it cannot be written, or contains anything else. */
  readonly prepare: () => void
  /** Appends a whole line or nothing. @throws the error of the file system. */
  readonly append: (adapter: RecordedAdapter, call: LLMCall, answer: RecordedAnswer) => void
}

const opened = new Map<string, RecordingFile>()

export function recordingFile(file: string | URL): RecordingFile {
  const path = pathOf(file)
  const found = opened.get(path) ?? createRecordingFile(path)
  opened.set(path, found)
  return found
}

export function pathOf(file: string | URL): string {
  return resolve(typeof file === 'string' ? file : fileURLToPath(file))
}

function createRecordingFile(path: string): RecordingFile {
  // Shared by all adapters: the same call through two adapters is two draws.
  const draws = new Map<string, number>()
  return {
    path,
    prepare() {
      let start: string
      try {
        mkdirSync(dirname(path), { recursive: true })
        start = startOf(path)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new AssayError({ kind: 'config', message: `Replies cannot be recorded in ${path}: ${why}. Name another file.`, cause: error })
      }
      if (!start.startsWith(LINE_START.slice(0, start.length))) {
        throw new AssayError({
          kind: 'config',
          message: `${path} holds something other than recorded replies. Name another file, or a new one.`,
        })
      }
    },
    append(adapter, call, answer) {
      const base = callKey(adapter, call)
      const draw = draws.get(base) ?? 0
      const { provider, modelId, capabilities, fingerprint } = adapter
      const recorded = { provider, modelId, capabilities, fingerprint }
      appendWhole(
        path,
        renderLine({ v: 1, key: callKey(adapter, call, draw), draw, adapter: recorded, call: withoutMarks(call), ...answer }),
      )
      draws.set(base, draw + 1)
    },
  }
}

/** Reads the beginning of a file, and creates a missing file. */
function startOf(path: string): string {
  const descriptor = openSync(path, 'a+')
  try {
    const bytes = Buffer.alloc(LINE_START.length)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Appends in one write, so that lines of other processes come before or after it, never inside. */
function appendWhole(path: string, line: string): void {
  const descriptor = openSync(path, 'a+')
  try {
    const bytes = Buffer.from(endsInLine(descriptor) ? line : `\n${line}`)
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    } catch (error) {
      takeBack(descriptor, bytes.subarray(0, written))
      throw error
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Removes an incomplete line after a failed write, unless another process has written after it. */
function takeBack(descriptor: number, part: Buffer): void {
  const { size } = fstatSync(descriptor)
  const end = Buffer.alloc(part.length)
  readSync(descriptor, end, 0, end.length, Math.max(size - end.length, 0))
  if (part.length > 0 && end.equals(part)) ftruncateSync(descriptor, size - part.length)
}

/** Whether the file ends in a line break. If not, a process left an incomplete line, to which nothing may be added. */
function endsInLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor)
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(descriptor, last, 0, 1, size - 1)
  return last.toString() === '\n'
}

function withoutMarks({ droppable: _never, messages, ...rest }: LLMCall): LLMCall {
  return { messages: messages.map(({ role, parts }) => ({ role, parts: parts.map(({ text }) => ({ text })) })), ...rest }
}

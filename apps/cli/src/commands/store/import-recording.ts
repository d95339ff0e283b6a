import { createReadStream } from 'node:fs'
import { AssayError, type FinishReason } from '@assay/core'
import { parseRecordingLine } from '@assay/provider-recorded'
import type { ReplyStore } from '@assay/runner'

export type Imported = {
  readonly replies: number
  /** Stored before, and not changed. */
  readonly known: number
  /** Failures, and replies that were truncated or refused: they answer no other run. */
  readonly unusable: number
  /** Incomplete lines of an interrupted process. */
  readonly unfinished: number
}

/** Replies written at once: the rest of the file waits on disk. */
const BATCH = 200

/** The finish reason of a complete reply. */
const WHOLE: ReadonlySet<FinishReason> = new Set(['stop', 'other'] as const)

/**
 * Adds the replies of a recording to those that all runs share, line by line.
 * @throws AssayError `config` for a file that cannot be read; `data` for a line that is no recorded reply.
 */
export async function importRecording(store: ReplyStore, file: string): Promise<Imported> {
  const counts = { replies: 0, known: 0, unusable: 0, unfinished: 0 }
  let writing: Promise<void>[] = []
  let number = 0
  try {
    for await (const line of linesOf(file)) {
      number++
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line
      if (text.trim() === '') continue
      const recorded = parseRecordingLine(text, `${file}:${number}`)
      if (recorded === undefined) {
        counts.unfinished++
        continue
      }
      const { adapter, call, draw, key } = recorded
      if (!('reply' in recorded) || !WHOLE.has(recorded.reply.finishReason)) counts.unusable++
      else if ((await store.lookup(key)) !== undefined) counts.known++
      else {
        // A recording does not hold the latency of a reply.
        writing.push(store.accept(key, { reply: recorded.reply, draw, latencyMs: 0, attempts: 1, call, adapter }))
        counts.replies++
        if (writing.length === BATCH) await Promise.all(writing.splice(0))
      }
    }
  } finally {
    await Promise.all(writing)
  }
  const { replies, known, unusable, unfinished } = counts
  if (unfinished > 0 && replies + known + unusable === 0) {
    const message = `${file} is no recording: no line of it is a whole reply. assay store export and record() write files of UTF-8 text.`
    throw new AssayError({ kind: 'data', message })
  }
  return counts
}

/** Physical lines. Only a line feed ends one: a text may contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  const stream = createReadStream(file, 'utf8')
  try {
    for await (const chunk of stream) {
      const [first = '', ...more] = String(chunk).split('\n')
      rest += first
      for (const line of more) {
        yield rest
        rest = line
      }
    }
  } catch (error) {
    if (AssayError.is(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `The recording ${file} cannot be read: ${why}.`, cause: error })
  }
  yield rest
}

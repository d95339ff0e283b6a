import type { Transformer } from 'node:stream/web'
import { type Attempt, errorEvent, isRecord, parseJson, readServerEvents } from '@assay/provider-kit'
import { failure, serverFailure } from './failure.ts'

/**
 * The lines of a streamed reply, each a JSON object, up to the one with `done`. The stream is read to its end even without a reader, so
 * that its connection can be reused.
 *
 * The stream fails with an AssayError for an error line, and with `provider` for a line that is not a JSON object.
 */
export function checkedLines(body: ReadableStream<Uint8Array>, status: number, attempt: Attempt): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let unfinished: string[] = []
  let isDone = false
  const lineOf = (text: string): Uint8Array | undefined => {
    const line = text.trim()
    if (line === '' || isDone) return undefined
    const value = parseJson(line) ?? errorEvent(line)
    if (!isRecord(value)) {
      const what =
        readServerEvents(line) === undefined
          ? 'sent a line that is not a JSON object.'
          : 'sent server-sent events instead of JSON lines: the server streams as OpenAI does. Set `host` to the address of Ollama itself.'
      throw failure('provider', what, attempt, { status, reply: line })
    }
    if (value['error'] !== undefined) throw serverFailure({ status, text: JSON.stringify(value), headers: undefined }, attempt)
    isDone = value['done'] === true
    return encoder.encode(`${line}\n`)
  }
  const checker: Transformer<Uint8Array, Uint8Array> = {
    transform(chunk, controller) {
      const pieces = decoder.decode(chunk, { stream: true }).split('\n')
      const last = pieces.pop() ?? ''
      for (const piece of pieces) {
        const line = lineOf([...unfinished, piece].join(''))
        unfinished = []
        if (line !== undefined) controller.enqueue(line)
      }
      unfinished.push(last)
    },
    flush(controller) {
      const rest = unfinished.join('').trim()
      // A broken connection leaves half a line. Dropping it lets the SDK report that `done` is missing.
      const line = parseJson(rest) === undefined ? undefined : lineOf(rest)
      if (line !== undefined) controller.enqueue(line)
    },
  }
  return body.pipeThrough(new TransformStream(checker, undefined, new CountQueuingStrategy({ highWaterMark: Number.POSITIVE_INFINITY })))
}

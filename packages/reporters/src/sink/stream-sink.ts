import type { Writable } from 'node:stream'
import { AssayError } from '@assay/core'
import type { TextSink } from './text-sink.ts'

/**
 * Writes to a stream that stays open, such as standard output, no faster than it is read. A closed pipe (`| head`) is not an error: the
 * rest is dropped. Other write errors are thrown as AssayError `config`.
 * @param name The name of the stream in messages.
 */
export function streamSink(stream: Writable, name = 'the standard output'): TextSink {
  let bytes = 0
  let gone = false
  let failure: AssayError | undefined
  let release: (() => void) | undefined

  const onFree = (): void => release?.()
  const onError = (error: NodeJS.ErrnoException): void => {
    gone = true
    if (error.code !== 'EPIPE')
      failure = new AssayError({ kind: 'config', message: `Cannot write ${name}: ${error.message}.`, cause: error })
    release?.()
  }
  const leave = (): void => {
    stream.off('drain', onFree).off('close', onFree)
    // An error may still follow after the pipe was closed. Without a listener it would end the process.
    if (!gone) stream.off('error', onError)
  }

  return {
    open() {
      stream.on('drain', onFree).on('close', onFree).on('error', onError)
      return Promise.resolve()
    },
    write(text) {
      if (failure !== undefined) throw failure
      if (gone || stream.destroyed) return undefined
      bytes += Buffer.byteLength(text)
      if (stream.write(text)) return undefined
      return new Promise((resolve) => {
        release = resolve
      })
    },
    async close() {
      if (!gone && !stream.destroyed) {
        await new Promise<void>((resolve) => {
          release = resolve
          stream.write('', () => resolve())
        })
      }
      leave()
      if (failure !== undefined) throw failure
      return { bytes }
    },
    discard() {
      leave()
      return Promise.resolve()
    },
  }
}

export type StandardStreams = {
  /** What kept something from being written, in a few words; `undefined` where all was. */
  readonly fault: () => string | undefined
  /** Waits until what was written is handed on. */
  readonly written: () => Promise<void>
}

/**
 * Keeps a fault of stdout or stderr from ending the process in the middle of its work. A reader that leaves (`| head`) is no fault: what
 * comes after it is dropped. Anything else, such as a full disk, is remembered.
 */
export function watchStandardStreams(): StandardStreams {
  let fault: string | undefined
  const streams = { stdout: process.stdout, stderr: process.stderr }
  for (const [name, stream] of Object.entries(streams)) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fault ??= `${name} could not be written: ${error.message}`
    })
  }
  return {
    fault: () => fault,
    async written() {
      for (const stream of Object.values(streams)) {
        if (stream.destroyed) continue
        await new Promise<void>((resolve) => {
          stream.write('', () => resolve())
        })
      }
      // What a stream did not take it says in the next turn.
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    },
  }
}

export type StandardStreams = {
  /** Why something was not written, in a few words; `undefined` if everything was. */
  readonly fault: () => string | undefined
  /** Waits until everything written has been passed on. */
  readonly written: () => Promise<void>
}

/**
 * Prevents a fault of stdout or stderr from ending the process during its work. A reader that closes the pipe (`| head`) is no fault:
 * later output is dropped. Any other fault, such as a full disk, is recorded.
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
      // A stream reports refused data in the next turn.
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    },
  }
}

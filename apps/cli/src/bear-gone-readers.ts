/**
 * A reader that leaves (`| head`) is no error of ours: what comes after it is dropped, and the run goes on with what it writes
 * elsewhere. Any other fault of these streams is one.
 */
export function bearGoneReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

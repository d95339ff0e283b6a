/** Calls `then` when the reader of the standard output ends (`| head`), which is no error. Other errors of the standard output are thrown. */
export function whenReaderLeaves(then: () => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    then()
  })
}

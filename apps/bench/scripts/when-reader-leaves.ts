/** What happens when nobody reads on (`| head`), which is no error. Any other fault of standard output is one. */
export function whenReaderLeaves(then: () => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    then()
  })
}

import { packageVersion } from './package-version.ts'

/** Prints the version without loading other commands. */
export function showVersion(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`assay: stdout could not be written: ${error.message}\n`)
    process.exitCode = 2
  })
  process.stdout.write(`${packageVersion}\n`)
}

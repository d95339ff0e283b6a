import { readFileSync } from 'node:fs'

/** The version of this package, as published. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown'
}

/** Writes it, with none of what other commands load. */
export function showVersion(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`assay: stdout could not be written: ${error.message}\n`)
    process.exitCode = 2
  })
  process.stdout.write(`${version()}\n`)
}

import { readFileSync } from 'node:fs'

/** The version of this package, read from its own manifest. */
export const assayVersion: string = versionIn(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

function versionIn(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string')
    return manifest.version
  return 'unknown'
}

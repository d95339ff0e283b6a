import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runWell } from './run.ts'
import { PNPM, PUBLISHED, REPOSITORY } from './workspace.ts'

export type Manifest = {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** Packs every published package, as it would be published, into a folder. */
export async function packAll(folder: string): Promise<void> {
  const filters = PUBLISHED.map((filter) => `--filter=${filter}`)
  await runWell(PNPM, ['--recursive', ...filters, 'pack', '--pack-destination', folder], { cwd: REPOSITORY })
}

export function packedPackages(folder: string): { readonly tarball: string; readonly manifest: Manifest }[] {
  return globSync(join(folder, '*.tgz')).map((tarball) => {
    const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
    const manifest: Manifest = JSON.parse(text)
    return { tarball, manifest }
  })
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
/** Where pnpm keeps what the lockfile of this repository names. */
export const STORE = join(REPOSITORY, 'node_modules/.pnpm')
export const PNPM = join(REPOSITORY, 'node_modules/.bin/pnpm')
/** What users have beside Assay, in versions of their own. */
export const TOOLS = join(REPOSITORY, 'apps/packaging/tools')
/** The folders of published packages, as pnpm selects them. */
export const PUBLISHED = ['./packages/*', './apps/cli', '!./packages/command-kit']

const manifests = globSync('{packages,apps}/*/package.json', { cwd: REPOSITORY }).map((file) => {
  const manifest: { name: string; version: string } = JSON.parse(readFileSync(join(REPOSITORY, file), 'utf8'))
  const { name, version } = manifest
  return { name, version, folder: join(REPOSITORY, dirname(file)) }
})

/** Where a package of ours stands. */
export function folderOf(name: string): string {
  return packageNamed(name).folder
}

export function versionOf(name: string): string {
  return packageNamed(name).version
}

function packageNamed(name: string): (typeof manifests)[number] {
  const found = manifests.find((manifest) => manifest.name === name)
  if (found === undefined) throw new Error(`There is no package ${name} here.`)
  return found
}

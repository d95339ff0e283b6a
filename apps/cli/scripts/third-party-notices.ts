import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: { readonly url?: string }
}

/**
 * Name, version and licence text of each package that modules come from, as their licences ask of whoever passes them on. Where a package
 * comes without the text, what its manifest says.
 * @throws Error naming a package that says nothing of its licence: a person must look at it.
 */
export function thirdPartyNotices(modules: readonly string[]): string {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(packageFolder))
  const notices = new Set([...folders].map(notice).sort())
  return `The command holds code of these packages.\n\n${[...notices].join(`\n${'-'.repeat(80)}\n\n`)}`
}

function notice(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  if (license === undefined) throw new Error(`${name} ${version} does not say under which licence it stands.`)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const noText = `Its package holds no licence text. It comes from ${repository?.url ?? 'the npm registry'}.`
  return `${name} ${version} (${license})\n\n${texts.length === 0 ? noText : texts.join('\n\n')}\n`
}

/** The folder with the package.json that names the package; folders within can hold one that only says how modules are written. */
function packageFolder(path: string): string {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && 'version' in (JSON.parse(readFileSync(manifest, 'utf8')) as object)) return folder
  }
  throw new Error(`No package.json above ${path}`)
}

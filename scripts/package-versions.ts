// Published code never reads its own manifest: in a user's bundle there is none, or another one. Where a package tells its version, that
// is a constant. `node scripts/package-versions.ts` writes them after `changeset version`; with `--check` it only says which are stale.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CONSTANT = 'src/package-version.ts'

/** Files below `root` that hold another version than their package.json, with the text that they should hold. */
export function staleVersions(root: string): { readonly file: string; readonly text: string }[] {
  return globSync(`{packages,apps}/*/${CONSTANT}`, { cwd: root }).flatMap((file) => {
    const path = join(root, file)
    const { version } = JSON.parse(readFileSync(path.replace(CONSTANT, 'package.json'), 'utf8')) as { version: string }
    const text = `// Written by \`npm run versions\`, from package.json.\nexport const packageVersion = '${version}'\n`
    return readFileSync(path, 'utf8') === text ? [] : [{ file, text }]
  })
}

if (import.meta.main) {
  const stale = staleVersions('.')
  if (!process.argv.includes('--check')) {
    for (const { file, text } of stale) writeFileSync(file, text)
  } else if (stale.length > 0) {
    console.error(
      `${stale.map(({ file }) => `${file}: not the version of package.json`).join('\n')}\nRun: node scripts/package-versions.ts`,
    )
    process.exitCode = 1
  }
}

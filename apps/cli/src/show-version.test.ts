import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const command = join(import.meta.dirname, '../dist/command')

/** A file of the bundle, and all that it imports before it runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file)
  const code = readFileSync(join(command, file), 'utf8')
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) if (!seen.has(name)) loadedWith(name, seen)
  return seen
}

it('the version is shown without loading the rest of the command', () => {
  const [file = ''] = globSync('show-version-*.js', { cwd: command })
  const bytes = [...loadedWith(file)].reduce((sum, name) => sum + readFileSync(join(command, name)).length, 0)
  expect(bytes).toBeLessThan(4_000)
})

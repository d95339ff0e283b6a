import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { staleVersions } from './package-versions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
const NEEDED = [
  'package.json',
  'pnpm-workspace.yaml',
  '.changeset/config.json',
  'scripts/package-versions.ts',
  'docs/package.json',
  '{packages,apps}/*/{package.json,src/package-version.ts}',
]
const COMMAND = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'assay-versions-'))
  for (const file of globSync(NEEDED, { cwd: root })) cpSync(join(root, file), join(copy, file))
  return () => rmSync(copy, { recursive: true })
})

const inCopy = (command: string): { status: number | null; printed: string } => {
  const { status, stdout, stderr } = spawnSync(command, { cwd: copy, shell: true, encoding: 'utf8', env: { ...process.env, PATH } })
  return { status, printed: `${stdout}${stderr}` }
}

test('every package that tells its version tells the one of its manifest', () => {
  expect(staleVersions(root)).toEqual([])
})

test('a manifest raised without its constant is refused', () => {
  const manifest = join(copy, 'packages/runner/package.json')
  const before = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, before.replace(/"version": "[^"]+"/, '"version": "9.9.9"'))
  const { status, printed } = inCopy('node scripts/package-versions.ts --check')
  writeFileSync(manifest, before)
  expect(status).toBe(1)
  expect(printed).toBe('packages/runner/src/package-version.ts: not the version of package.json\nRun: node scripts/package-versions.ts\n')
})

test('`npm run versions` raises both', () => {
  writeFileSync(join(copy, '.changeset/new.md'), "---\n'@assay/runner': major\n---\n\nA change.\n")
  const before = versionOf('packages/runner')
  expect(inCopy(COMMAND.scripts['versions'] ?? '').status).toBe(0)
  const after = versionOf('packages/runner')
  expect(after).not.toBe(before)
  expect(readFileSync(join(copy, 'packages/runner/src/package-version.ts'), 'utf8')).toContain(`'${after}'`)
  expect(staleVersions(copy)).toEqual([])
})

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8')) as { version: string }).version
}

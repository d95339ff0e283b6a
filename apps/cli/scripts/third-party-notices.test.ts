import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { thirdPartyNotices } from './third-party-notices.ts'

function installed(name: string, manifest: object, files: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-notices-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'node_modules', name)
  mkdirSync(join(folder, 'esm'), { recursive: true })
  for (const [file, text] of Object.entries({
    'package.json': JSON.stringify({ name, ...manifest }),
    'esm/package.json': '{"type":"module"}',
    ...files,
  }))
    writeFileSync(join(folder, file), text)
  return join(folder, 'esm', 'index.js')
}

test('a package is named once, with the text of its licence', () => {
  const module = installed('one', { version: '1.2.3', license: 'MIT' }, { 'LICENSE.md': 'Use it.\n' })
  const notices = thirdPartyNotices([module, module.replace('index', 'other'), '/elsewhere/src/own.ts'])
  expect(notices).toBe('The command holds code of these packages.\n\none 1.2.3 (MIT)\n\nUse it.\n')
})

test('a package without that text is named with where it comes from', () => {
  const module = installed('two', { version: '1.0.0', license: 'ISC', repository: { url: 'https://example.org/two' } })
  expect(thirdPartyNotices([module])).toContain(
    'two 1.0.0 (ISC)\n\nIts package holds no licence text. It comes from https://example.org/two.',
  )
})

test('a package that names no licence stops the build', () => {
  expect(() => thirdPartyNotices([installed('three', { version: '1.0.0' })])).toThrow(
    'three 1.0.0 does not say under which licence it stands.',
  )
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfinedText, staysInside } from './confined-file.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-confined-'))
const folder = join(root, 'project')
mkdirSync(join(folder, 'docs'), { recursive: true })
writeFileSync(join(folder, 'docs/a.md'), 'inside')
writeFileSync(join(root, 'secret.txt'), 'outside')
writeFileSync(join(folder, 'latin1.txt'), Buffer.from([0xe9]))
symlinkSync(join(root, 'secret.txt'), join(folder, 'docs/link.md'))
symlinkSync(root, join(folder, 'up'))
symlinkSync(join(folder, 'docs/a.md'), join(folder, 'b.md'))
afterAll(() => rmSync(root, { recursive: true }))

describe('a file named in a configuration', () => {
  it.each(['file://docs/a.md', 'docs/a.md', 'file://./docs/a.md', 'file://b.md', `file://${folder}/docs/a.md`])('%s is read', (reference) =>
    expect(readConfinedText(reference, { folder })).toBe('inside'),
  )

  it.each([
    ['file://../secret.txt', /outside the folder of the configuration.*--trust-config/],
    ['file://docs/../../secret.txt', /outside the folder/],
    ['file://docs/link.md', /outside the folder/],
    ['file://up/secret.txt', /outside the folder/],
    ['file:///etc/hostname', /outside the folder|no such file/],
    ['file://docs', /is no file/],
    ['file://nowhere.md', /there is no such file in/],
    ['file://latin1.txt', /cannot be read as UTF-8/],
  ])('%s is not', (reference, message) => expect(() => readConfinedText(reference, { folder })).toThrow(message))

  it('may stand outside where that was allowed', () =>
    expect(readConfinedText('file://../secret.txt', { folder, allowOutside: true })).toBe('outside'))
})

it.each([
  ['report.json', true],
  ['new/folder/report.json', true],
  ['../report.json', false],
  ['up/report.json', false],
  ['docs/link.md', false],
  ['..report.json', true],
])('an output named %s stays inside: %s', (path, inside) => expect(staysInside(path, folder)).toBe(inside))

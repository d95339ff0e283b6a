import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { importByNode } from './import-by-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, code: string): URL {
  const path = join(folder, name)
  writeFileSync(path, code)
  return pathToFileURL(path)
}

it('a module gives what it exports, after what it awaits', async () => {
  const url = file('awaits.ts', 'const found: number = await Promise.resolve(1)\nexport { found }')
  expect(await importByNode<{ found: number }>(url)).toMatchObject({ found: 1 })
})

it('what is wrong with a module is told by Node', async () => {
  await expect(importByNode(file('lacks.ts', "import 'no-such-package'"))).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  await expect(importByNode(file('broken.mjs', 'export default {'))).rejects.toBeInstanceOf(SyntaxError)
})

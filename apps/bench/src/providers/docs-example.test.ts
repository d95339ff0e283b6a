import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { providersCommand } from './providers-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(new URL('../../../../docs/comparing-providers.md', import.meta.url), 'utf8')
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
const examples = fileURLToPath(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url))

test('the example of the documentation is what the command prints', async () => {
  writeFileSync(join(folder, 'verbatim.ts'), blockOf('ts'))
  const judge = `${join(folder, 'verbatim.ts')}#verbatim`
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    printed += String(piece)
    return true
  })
  const args = ['--judge', 'lexical', '--judge', judge, '--data', examples, '--limit', '60', '--show', '2']
  await providersCommand(() => undefined).parseAsync(args, { from: 'user' })
  vi.restoreAllMocks()
  // The path is longer here than on the page, and columns are as wide as their longest name.
  const plain = (text: string): string => text.replaceAll(judge, './verbatim.ts#verbatim').replaceAll(/ {2,}/g, '  ')
  expect(plain(printed)).toBe(plain(blockOf('text')))
})

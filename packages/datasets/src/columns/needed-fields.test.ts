import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readDataset } from '../read-dataset.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-needed-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(lines: readonly object[], needs: readonly ['reference']): Promise<number> {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  let rows = 0
  for await (const batch of readDataset(path, { needs })) rows += batch.length
  return rows
}

it('a needed field that stands in one row is enough', async () => {
  expect(await read([{ user_input: 'q' }, { user_input: 'q', reference: 'a' }], ['reference'])).toBe(2)
})

it('a needed field that no row has is an error that names the columns present, the likely one, and how to map it', async () => {
  await expect(read([{ user_input: 'q', refrence: 'a' }], ['reference'])).rejects.toMatchObject({
    kind: 'data',
    message: expect.stringMatching(
      /rows\.jsonl, field reference: no row has reference.*Did you mean "refrence"\?.*--columns reference=answer\.text.*Columns present: "user_input", "refrence"\./,
    ),
  })
})

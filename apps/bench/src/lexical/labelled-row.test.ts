import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readLabelledRows } from './labelled-row.ts'

test('a line that is no labelled row is refused with its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-labelled-'))
  try {
    const file = join(folder, 'rows.jsonl')
    const row = { id: 'a', contexts: ['x'], statement: 'y', label: 1 }
    writeFileSync(file, `${JSON.stringify(row)}\n\n${JSON.stringify({ ...row, label: '1' })}\n`)
    expect(() => readLabelledRows(pathToFileURL(file))).toThrow(/rows\.jsonl:3: expected/)
    writeFileSync(file, `${JSON.stringify(row)}\n\n`)
    expect(readLabelledRows(pathToFileURL(file))).toEqual([row])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

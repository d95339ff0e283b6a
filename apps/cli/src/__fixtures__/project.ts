import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Rows of a JSONL file. */
export function jsonl(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-project-')))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

/** A new folder with these files; all of them go with the process. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'at-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

import { readFileSync } from 'node:fs'

/** A statement, contexts, and people's label: 1 = fully supported by the contexts taken together. */
export type LabelledRow = { readonly id: string; readonly contexts: readonly string[]; readonly statement: string; readonly label: 0 | 1 }

/** @throws Error with file and line of an invalid row. */
export function readLabelledRows(file: URL): LabelledRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return []
      const row: unknown = JSON.parse(line)
      if (!isLabelledRow(row)) throw new Error(`${file.pathname}:${at + 1}: expected { id, contexts: string[], statement, label: 0 | 1 }`)
      return [row]
    })
}

function isLabelledRow(row: unknown): row is LabelledRow {
  return (
    typeof row === 'object' &&
    row !== null &&
    'id' in row &&
    typeof row.id === 'string' &&
    'statement' in row &&
    typeof row.statement === 'string' &&
    'contexts' in row &&
    Array.isArray(row.contexts) &&
    row.contexts.every((context) => typeof context === 'string') &&
    'label' in row &&
    (row.label === 0 || row.label === 1)
  )
}

import { displayWidth } from './fit-text.ts'

/** Rows of cells in columns, two spaces between them: those of `right` to the right, all others to the left. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[], right: ReadonlySet<string>): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((cells) => displayWidth(cells[column] ?? ''))))
  return all.map((cells) =>
    head
      .map((name, column) => {
        const cell = cells[column] ?? ''
        const space = ' '.repeat((widths[column] ?? 0) - displayWidth(cell))
        return right.has(name) ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd(),
  )
}

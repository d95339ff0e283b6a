import type { MatrixRow, PageComparison, RowDetail } from '../../src/comparison/page/compared-row.ts'
import type { PlacedRow } from './arranged-rows.ts'

export type PageData = {
  readonly about: PageComparison
  readonly rows: readonly PlacedRow[]
  /** What stands behind a row; read where it is asked for. */
  readonly detailOf: (at: number) => RowDetail
}

export function pageData(): PageData {
  const matrix: readonly MatrixRow[] = JSON.parse(textOf('matrix-data'))
  const details = lazy(() => linesOf('detail-data'))
  const texts = lazy(() => linesOf('text-data'))
  const textAt = (at: number): unknown => JSON.parse(texts()[at] ?? '""')
  return {
    about: JSON.parse(textOf('run-data')),
    rows: matrix.map((row, at) => ({ row, at })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the page was written
    detailOf: (at) => resolved(JSON.parse(details()[at] ?? '{"shared":{},"runs":[]}'), textAt) as RowDetail,
  }
}

/** A value with its texts in their places. */
function resolved(value: unknown, textAt: (at: number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, textAt))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [[name, held] = ['', undefined]] = entries
  if (entries.length === 1 && name === '$text' && typeof held === 'number') return textAt(held)
  return Object.fromEntries(entries.map(([key, inner]) => [key, resolved(inner, textAt)]))
}

function linesOf(id: string): string[] {
  return textOf(id).trim().split('\n')
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? ''
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

import { type Pairable, pairRows } from './pair-rows.ts'

export type JoinedRows<Row> = {
  /** Rows that every run has, in the order of the first run: of each, those of all runs in their order. */
  readonly joined: readonly (readonly Row[])[]
  /** By run: its rows that some other run has not. Those that ask something else are not among them. */
  readonly notInAll: readonly (readonly Row[])[]
  /** Rows of the first run whose id asks something else in another: in no row joined. */
  readonly changed: readonly Row[]
  /** Joined rows without ids that ask the same as others: joined in their order. */
  readonly inOrder: number
}

/** Joins the rows of several runs, each with those of the first as `pairRows` pairs two. */
export function joinRows<Row extends Pairable>([first = [], ...others]: readonly (readonly Row[])[]): JoinedRows<Row> {
  const paired = others.map((rows) => pairRows(first, rows))
  const partners = paired.map(({ pairs }) => new Map(pairs))
  const joined = first.flatMap((row) => {
    const found = partners.flatMap((ofRun) => ofRun.get(row) ?? [])
    return found.length === others.length ? [[row, ...found]] : []
  })
  const changed = new Set(paired.flatMap((two) => two.changed.map(([row]) => row)))
  // Wherever they stand: one run asks them otherwise, and so none can be compared.
  const otherwise = new Set(
    paired.flatMap((two) => [...two.changed.flat(), ...two.pairs.filter(([row]) => changed.has(row)).map(([, partner]) => partner)]),
  )
  return {
    joined,
    notInAll: [first, ...others].map((rows, run) => {
      const held = new Set(joined.map((ofRow) => ofRow[run]))
      return rows.filter((row) => !held.has(row) && !otherwise.has(row))
    }),
    changed: first.filter((row) => changed.has(row)),
    inOrder: Math.max(0, ...paired.map((two) => two.inOrder)),
  }
}

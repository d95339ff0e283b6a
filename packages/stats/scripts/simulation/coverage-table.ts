import { type Cell, measureCoverage, SHOWN } from './measure-coverage.ts'
import type { Scenario } from './scenario.ts'

const DRAWS = 2000
const MEANS = [0.5, 0.8, 0.95]
const SIZES = [30, 100, 300]

export const TABLE_HEAD: readonly string[] = [
  `Coverage in % of ${DRAWS} seeded draws, level 95. p = the mean in question, n = rows or clusters.`,
  '* stands in reports',
  '',
  `${''.padEnd(48)}${MEANS.map((p) => `p = ${p}`.padEnd(18)).join('  ')}`.trimEnd(),
  `${''.padEnd(43)}n = ${MEANS.map(() => SIZES.map((n) => String(n).padStart(5)).join(' ')).join('   ')}`,
]

/** A scenario over the whole grid: its name, and a line for each of its intervals. */
export function tableLines(scenario: Scenario): string[] {
  const cells = MEANS.flatMap((p) => SIZES.flatMap((n) => measureCoverage(scenario, p, n, DRAWS)))
  return [
    scenario.name,
    ...Array.from(
      Map.groupBy(cells, ({ interval }) => interval),
      ([interval, own]) => lineOf(interval, own),
    ),
  ]
}

function lineOf(interval: string, cells: readonly Cell[]): string {
  const columns = MEANS.map((p) =>
    cells
      .filter((cell) => cell.p === p)
      .map(({ coverage }) => (100 * coverage).toFixed(1).padStart(5))
      .join(' '),
  )
  return `${SHOWN.has(interval) ? '*' : ' '} ${interval.padEnd(45)}${columns.join('   ')}`
}

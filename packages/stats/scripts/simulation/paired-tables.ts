import { type Method, outcomesOf, pseudoPairs, shown } from './paired-outcomes.ts'
import { judgedRows, manySmallLosses, movingRows, type PairedModel, SIDES, type Step } from './paired-rows.ts'
import { severalOutcomes, type SeveralModel } from './several-outcomes.ts'

const SHARES = [0.01, 0.05, 0.2]
const STEPS: readonly Step[] = [1, 1 / 2, 1 / 5, 'mixed']

/** A table of docs/statistics.md: a title, a line of column names, and lines of figures, each computed on demand. */
export type SimulatedTable = { readonly title: string; readonly head: string; readonly rows: readonly SimulatedRow[] }
export type SimulatedRow = { readonly name: string; readonly cells: () => readonly string[] }

const LOSSES = { name: 'losses only', losses: 1 }

const NAME = 44
const CELL = 9

export function lineOf({ name, cells }: SimulatedRow): string {
  return `${name.padEnd(NAME)}${cells()
    .map((cell) => cell.padStart(CELL))
    .join('')}`
}

function headOf(name: string, columns: readonly string[]): string {
  return `${name.padEnd(NAME)}${columns.map((column) => column.padStart(CELL)).join('')}`
}

const percent = (share: number): string => (100 * share).toFixed(1)

function coverageTable(isClustered: boolean, draws: number): SimulatedTable {
  const least = (n: number, share: number): number =>
    Math.min(
      ...STEPS.flatMap((step) => SIDES.map((side) => outcomesOf(shown, movingRows(share, step, side, isClustered), n, draws).covered)),
    )
  return {
    title: `least coverage in % over 4 steps (1, 1/2, 1/5, mixed) and 3 sides (losses only, both alike, 3 : 1),\n${isClustered ? 'clusters of 5 rows, half of them moving as one' : 'rows of their own'}, ${draws} draws each`,
    head: headOf(
      'share of rows that move',
      SHARES.map((share) => `${100 * share} %`),
    ),
    rows: [30, 60, 200, 1000].map((n) => ({ name: `n = ${n}`, cells: () => SHARES.map((share) => percent(least(n, share))) })),
  }
}

function contradictionTable(draws: number): SimulatedTable {
  const most = (method: Method): string =>
    percent(
      Math.max(
        ...[60, 200].flatMap((n) =>
          [0.05, 0.2].flatMap((share) =>
            STEPS.map((step) => outcomesOf(method, movingRows(share, step, LOSSES, false), n, draws).contradicts),
          ),
        ),
      ),
    )
  return {
    title: `p and interval contradict each other, in % at most; 5 and 20 % of 60 and 200 rows lose by one of these steps, ${draws} draws each`,
    head: '',
    rows: [
      { name: 'shown in reports', cells: () => [most(shown)] },
      { name: 'with pseudo-pairs at −1 and 1', cells: () => [most(pseudoPairs)] },
    ],
  }
}

const FALSE_ALARM_SIZES = [30, 60, 200, 1000]

function falseAlarmTable(draws: number): SimulatedTable {
  return {
    title: `false alarms of "worse" in %, two judged runs of one retriever, ${draws} draws each`,
    head: headOf(
      '',
      FALSE_ALARM_SIZES.map((n) => `n = ${n}`),
    ),
    rows: [1, 5, 10].flatMap((claims) =>
      [0.01, 0.03, 0.1].map((flips) => ({
        name: `${claims} claim${claims === 1 ? '' : 's'} a row, ${100 * flips} % of verdicts flip`,
        cells: () => FALSE_ALARM_SIZES.map((n) => percent(outcomesOf(shown, judgedRows({ claims, lost: 0, flips }), n, draws).worse)),
      })),
    ),
  }
}

const POWER_SIZES = [30, 60, 100, 200, 400]
const LOST = 0.06

function powerTable(draws: number): SimulatedTable {
  return {
    title: `"worse" in %, five claims a row of which B loses 6 % (−0.05), ${draws} draws each`,
    head: headOf(
      '',
      POWER_SIZES.map((n) => `n = ${n}`),
    ),
    rows: [false, true].flatMap((isClustered) =>
      [0, 0.03].flatMap((flips) =>
        [
          { method: shown, said: '' },
          { method: pseudoPairs, said: ', pseudo-pairs' },
        ].map(({ method, said }) => ({
          name: `${isClustered ? 'clusters of 5' : 'rows'}, ${flips === 0 ? 'no flips' : '3 % flip'}${said}`,
          cells: () =>
            POWER_SIZES.map((n) => percent(outcomesOf(method, judgedRows({ claims: 5, lost: LOST, flips, isClustered }), n, draws).worse)),
        })),
      ),
    ),
  }
}

const DROP_SIZES = [60, 200, 400, 1000]

function dropTable(draws: number): SimulatedTable {
  // 85 % of claims are supported: 0.02 of all is lost where so many of these are.
  const lost = 0.02 / 0.85
  const models: readonly (readonly [string, PairedModel])[] = [
    ['true difference −0.02, no flips: wrong', judgedRows({ claims: 5, lost, flips: 0 })],
    ['about −0.02, 3 % flip: wrong', judgedRows({ claims: 5, lost: lost / 0.94, flips: 0.03 })],
    ['−0.02 by 2 % of rows that lose all: wrong', movingRows(0.02, 1, LOSSES, false)],
    ['no true difference, no flips: right', judgedRows({ claims: 5, lost: 0, flips: 0 })],
    ['no true difference, 3 % flip: right', judgedRows({ claims: 5, lost: 0, flips: 0.03 })],
  ]
  return {
    title: `drop=0.02 passes, in %, five claims a row, ${draws} draws each`,
    head: headOf(
      '',
      DROP_SIZES.map((n) => `n = ${n}`),
    ),
    rows: models.map(([name, model]) => ({ name, cells: () => DROP_SIZES.map((n) => percent(outcomesOf(shown, model, n, draws).passes)) })),
  }
}

const LIMIT_SIZES = [30, 60, 200, 1000]

function limitTable(draws: number): SimulatedTable {
  return {
    title: `a limit: 20 % of rows lose 1/20, 1 % gain 1, so that the mean difference is 0; in %, ${draws} draws each`,
    head: headOf(
      '',
      LIMIT_SIZES.map((n) => `n = ${n}`),
    ),
    rows: [
      { name: '"worse" is shown', cells: () => LIMIT_SIZES.map((n) => percent(outcomesOf(shown, manySmallLosses, n, draws).worse)) },
      { name: 'the interval holds 0', cells: () => LIMIT_SIZES.map((n) => percent(outcomesOf(shown, manySmallLosses, n, draws).covered)) },
    ],
  }
}

function severalTable(draws: number): SimulatedTable {
  const models: readonly SeveralModel[] = [
    { runs: 3, n: 30, behind: 0, size: 1 },
    { runs: 5, n: 30, behind: 0, size: 1 },
    { runs: 5, n: 60, behind: 0, size: 5 },
    { runs: 5, n: 100, behind: 0.1, size: 1 },
  ]
  return {
    title: `several runs on rows of five claims, ${draws} draws each, in %: some pair of equal runs shown to differ, the same\nby p of each pair alone, and all true differences in all intervals`,
    head: headOf('', ['wrong', 'alone', 'covered']),
    rows: models.map((model) => ({
      name: `${model.runs} ${model.behind === 0 ? 'equal runs' : `runs, the last ${model.behind} behind`}, n = ${model.n}${model.size === 1 ? '' : ` in clusters of ${model.size}`}`,
      cells: () => {
        const { wrong, wrongAlone, covered } = severalOutcomes(model, draws)
        return [wrong, wrongAlone, covered].map(percent)
      },
    })),
  }
}

/** Every table of the page, in its order. */
export const PAIRED_TABLES: readonly SimulatedTable[] = [
  coverageTable(false, 4000),
  coverageTable(true, 4000),
  contradictionTable(500),
  falseAlarmTable(4000),
  powerTable(2000),
  dropTable(4000),
  limitTable(4000),
  severalTable(1000),
]

import type { EvaluatedRow } from '@assay/runner'
import { csvCell } from '../escaping/csv-cell.ts'
import type { Reporter } from '../reporter.ts'
import { cellOf, type CsvColumn, DEFAULT_COLUMNS } from './csv-column.ts'
import { linesOf } from '../sink/lines-of.ts'
import { openSpool, type Spool } from '../sink/spool.ts'
import type { TextSink } from '../sink/text-sink.ts'

/** The first columns, before the ones that can be chosen. */
const ROW_COLUMNS = ['id', 'index', 'cluster'] as const
/** `undecidedAt` is written only if a check of the run is undecided. */
const METRIC_COLUMNS = ['value', 'status', 'cause', 'reason', 'passed', 'undecidedAt'] as const
const GATE_COLUMNS = ['row.value', 'row.passed'] as const
const SKIPPED_COLUMN = 'row.skipped'

type Cell = string | number | boolean | null | undefined
type SpooledRow = {
  readonly row: readonly (string | null)[]
  readonly file: readonly (string | null)[]
  readonly gate: readonly (string | null)[]
  readonly skipped: string | null
  /** By metric, in the order of their first row. */
  readonly scores: readonly (readonly (string | null)[] | null)[]
}

type CsvReporterOptions = {
  readonly sink: TextSink
  /** Puts an apostrophe before texts that a spreadsheet could take for a formula; such cells are then no longer exact. Default false. */
  readonly safe?: boolean | undefined
  /** Sample data to write beside the scores. Default: question, reference and answer. */
  readonly columns?: readonly CsvColumn[] | undefined
}

/**
 * A run as CSV (RFC 4180), one line for each row: `id`, `index`, `cluster`, the chosen columns, `file` where rows are grouped by it, and `value`,
 * `status`, `cause`, `reason` and `passed` of each metric as `<metric>.<column>`, with `undecidedAt` behind them where undecided claims could change
 * a check; `row.value` and `row.passed` where rows had checks, and `row.skipped`, a JSON list of names, where checks were skipped. An empty cell
 * without quotes is missing, `""` is an empty text.
 * The columns are known only at the end if rows choose their own metrics. Until then the rows are spooled to disk.
 */
export function createCsvReporter({ sink, safe = false, columns: chosen = DEFAULT_COLUMNS }: CsvReporterOptions): Reporter {
  const metrics = new Map<string, number>()
  let hasFiles = false
  let hasGates = false
  let hasSkipped = false
  let isUndecided = false
  let spool: Spool | undefined

  const learn = (name: string): void => {
    if (!metrics.has(name)) metrics.set(name, metrics.size)
  }

  function spooled(row: EvaluatedRow): SpooledRow {
    const { id, index, cluster, file, gate, skipped, scores } = row.result
    if (file !== undefined) hasFiles = true
    for (const name in scores) learn(name)
    if (gate !== undefined) hasGates = true
    if (skipped !== undefined) hasSkipped = true
    return {
      row: [...cells([id, index, cluster]), ...chosen.map((column) => cellOf(column, row))],
      file: cells([file]),
      gate: cells([gate?.value, gate?.passed]),
      skipped: skipped === undefined ? null : JSON.stringify(skipped.map(({ name }) => name)),
      scores: Array.from(metrics.keys(), (name) => {
        const score = scores[name]
        if (score === undefined) return null
        const { status, value, reason, passed } = score
        const undecidedAt = status === 'scored' ? score.undecidedAt : undefined
        if (undecidedAt !== undefined) isUndecided = true
        return cells([value, status, status === 'unscored' ? score.cause : null, reason, passed, undecidedAt])
      }),
    }
  }

  function lineOf({ row, file, gate, skipped, scores }: SpooledRow, columns: readonly string[]): string {
    const all = [...row, ...(hasFiles ? file : []), ...(hasGates ? gate : []), ...(hasSkipped ? [skipped] : [])]
    for (let at = 0; at < metrics.size; at += 1) all.push(...columns.map((_, column) => scores[at]?.[column] ?? null))
    return `${all.map((cell) => csvCell(cell, safe)).join(',')}\n`
  }

  return {
    async begin(run) {
      await sink.open()
      spool = await openSpool()
      for (const { name } of run.metrics) learn(name)
    },
    rows(rows) {
      return spool?.add(rows.map((row) => `${JSON.stringify(spooled(row))}\n`).join(''))
    },
    async end() {
      const columns = isUndecided ? METRIC_COLUMNS : METRIC_COLUMNS.slice(0, -1)
      const names = Array.from(metrics.keys()).flatMap((name) => columns.map((column) => `${name}.${column}`))
      const ofRow = [...ROW_COLUMNS, ...chosen.map(({ name }) => name), ...(hasFiles ? ['file'] : []), ...(hasGates ? GATE_COLUMNS : [])]
      const header = [...ofRow, ...(hasSkipped ? [SKIPPED_COLUMN] : []), ...names]
      await sink.write(`${header.map((name) => csvCell(name, safe)).join(',')}\n`)
      if (spool !== undefined) {
        for await (const lines of linesOf(spool.texts())) await sink.write(lines.map((line) => lineOf(JSON.parse(line), columns)).join(''))
        await spool.close()
      }
      return sink.close()
    },
    async abandon() {
      await spool?.close()
      await sink.discard()
    },
  }
}

function cells(values: readonly Cell[]): (string | null)[] {
  return values.map((value) => (value === undefined || value === null ? null : String(value)))
}

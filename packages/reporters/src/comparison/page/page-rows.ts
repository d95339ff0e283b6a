import { clipText } from '../../figures/clip-text.ts'
import { forHtmlJson } from '../../escaping/for-html.ts'
import type { SeveralComparison } from '../several-comparison.ts'
import { type MatrixRow, runPart, sharedPart } from './compared-row.ts'
import { createTextPool } from './text-pool.ts'

const QUESTION_UNITS = 500

export type PageRowsLimits = { readonly rows: number; readonly bytes: number }

/** The rows of a comparison that its page holds: those on which the runs differ most. */
export type PageRows = {
  /** Takes a row of a report, as it stands there: of the n-th row of the comparison, what the n-th run has. */
  readonly add: (row: number, run: number, report: Readonly<Record<string, unknown>>) => void
  readonly result: () => PageRowsResult
}

export type PageRowsResult = {
  readonly shown: number
  readonly hasSamples: boolean
  /** Columns that rows have groups in. */
  readonly groups: readonly string[]
  /** JSON of each, harmless in a page. */
  readonly matrix: Iterable<string>
  readonly details: Iterable<string>
  readonly texts: Iterable<string>
}

export function createPageRows({ scores, runs, metrics }: SeveralComparison, limits: PageRowsLimits): PageRows {
  const names = Object.keys(metrics)
  const pool = createTextPool()
  const most = Math.min(limits.rows, scores.length)
  const shared: string[] = []
  const questions: (string | undefined)[] = []
  const parts: string[][] = Array.from({ length: most }, () => runs.map(() => 'null'))
  let hasSamples = false
  return {
    add(row, run, report) {
      const own = parts[row]
      if (own === undefined) return
      own[run] = forHtmlJson(pool.jsonOf(runPart(report, names)))
      if (report['sample'] !== undefined) hasSamples = true
      if (shared[row] !== undefined) return
      const part = sharedPart(report)
      questions[row] = part.question
      shared[row] = forHtmlJson(pool.jsonOf(part))
    },
    result() {
      let bytes = 0
      for (const text of pool.texts()) bytes += text.length
      // Texts are few where many runs found the same; the rest grows with each row.
      const beyond = parts.findIndex((own) => (bytes += own.reduce((sum, part) => sum + part.length, 0)) > limits.bytes)
      const shown = beyond === -1 ? most : Math.max(1, beyond)
      const rows = scores.slice(0, shown)
      return {
        shown,
        hasSamples,
        groups: [...new Set(rows.flatMap(({ groups = {} }) => Object.keys(groups)))],
        matrix: mapped(rows, ({ id, cluster, groups, scores: ofRow }, at) => {
          const question = questions[at]
          const row: MatrixRow = {
            id,
            cluster,
            groups,
            question: question === undefined ? undefined : clipText(question, QUESTION_UNITS),
            scores: names.map((name) => ofRow[name] ?? []),
          }
          return forHtmlJson(JSON.stringify(row))
        }),
        details: mapped(rows, (_, at) => `{"shared":${shared[at] ?? '{}'},"runs":[${(parts[at] ?? []).join(',')}]}`),
        texts: mapped(pool.texts(), (text) => forHtmlJson(JSON.stringify(text))),
      }
    },
  }
}

function* mapped<T>(values: Iterable<T>, make: (value: T, at: number) => string): Generator<string, void, undefined> {
  let at = 0
  for (const value of values) {
    yield make(value, at)
    at += 1
  }
}

import { isRecord } from '@assay/core'
import { differingRows, severalCsv, severalJson, severalMarkdown, severalText } from '@assay/reporters/comparison'
import { compareRuns } from './compare-runs.ts'
import { type ComparedRuns, compareSeveralRuns } from './compare-several-runs.ts'
import type { ComparisonGate } from '@assay/reporters/comparison'
import type { FailIf } from './figures/compare-gates.ts'
import { type LoadedRun, loadRun, type RunRow } from './report/load-run.ts'
import { rowsAt } from './report/rows-at.ts'
import { pageRowsOf } from './report/page-rows-of.ts'
import { comparisonCsv } from './shown/comparison-csv.ts'
import { comparisonJson } from './shown/comparison-json.ts'
import { comparisonMarkdown } from './shown/comparison-markdown.ts'
import { comparisonText } from './shown/comparison-text.ts'

/** A comparison in each form, made where it is asked for. */
export type ComparedPages = {
  readonly gates: readonly ComparisonGate[]
  readonly text: (width: number) => string
  readonly json: () => Iterable<string>
  readonly csv: () => Iterable<string>
  readonly markdown: () => Iterable<string> | Promise<Iterable<string>>
  readonly html: () => Promise<Iterable<string>>
}

export type PagesOptions = {
  readonly metrics?: readonly string[] | undefined
  readonly failIf: readonly FailIf[]
  readonly allowScreen?: boolean | undefined
  readonly csvSafe?: boolean | undefined
  readonly label?: readonly string[] | undefined
  readonly baseline?: string | undefined
  /** What pages call the files of the runs. Default: the reports. */
  readonly files?: readonly string[] | undefined
}

/** Two reports are told as A and B, what changed from the one to the other; more, or named ones, side by side. @throws AssayError where they cannot be compared. */
export async function comparedPages(reports: readonly string[], options: PagesOptions): Promise<ComparedPages> {
  const runs: LoadedRun[] = []
  for (const [at, path] of reports.entries()) runs.push({ ...(await loadRun(path)), shownPath: options.files?.[at] ?? path })
  const [a, b, ...more] = runs
  const isPair = more.length === 0 && options.label === undefined && options.baseline === undefined
  return isPair && a !== undefined && b !== undefined ? pairPages(a, b, options) : severalPages(runs, options)
}

async function pairPages(a: LoadedRun, b: LoadedRun, options: PagesOptions): Promise<ComparedPages> {
  const { metrics = [], failIf, allowScreen = false, csvSafe = false } = options
  const comparison = await compareRuns(a, b, { metrics, failIf, allowScreen })
  return {
    gates: comparison.gates,
    text: (width) => comparisonText(comparison, width),
    json: () => comparisonJson(comparison),
    csv: () => comparisonCsv(comparison, csvSafe),
    markdown: () => [comparisonMarkdown(comparison)],
    html() {
      const labels = a.path === b.path ? ['A', 'B'] : []
      const { comparison: several, joined } = compareSeveralRuns([a, b], { metrics, failIf: [], allowScreen, labels })
      return htmlPage({ comparison: { ...several, gates: comparison.gates }, joined }, [a, b])
    },
  }
}

function severalPages(runs: readonly LoadedRun[], options: PagesOptions): ComparedPages {
  const { metrics = [], failIf, allowScreen = false, csvSafe = false, label: labels = [], baseline } = options
  const { comparison, joined } = compareSeveralRuns(runs, { metrics, failIf, allowScreen, labels, baseline })
  return {
    gates: comparison.gates,
    text: (width) => severalText(comparison, width),
    json: () => severalJson(comparison),
    csv: () => severalCsv(comparison, csvSafe),
    async markdown() {
      const rows = differingRows(comparison).rows.flatMap(({ at }) => joined[at]?.[0] ?? [])
      const questions = await questionsOf(runs[0]?.path ?? '', rows)
      return [severalMarkdown(comparison, (at) => questions.get(joined[at]?.[0]?.line ?? 0))]
    },
    html: () => htmlPage({ comparison, joined }, runs),
  }
}

/** By line of the report; of a report without samples none. */
async function questionsOf(path: string, rows: readonly RunRow[]): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  for await (const { line, row } of rowsAt(path, new Set(rows.map((one) => one.line)))) {
    const { sample } = row
    if (isRecord(sample)) found.set(line, typeof sample['userInput'] === 'string' ? sample['userInput'] : '')
  }
  return found
}

/** What draws is loaded only where a page is asked for. */
async function htmlPage(compared: ComparedRuns, runs: readonly LoadedRun[]): Promise<Iterable<string>> {
  const { comparisonPage } = await import('@assay/reporters/comparison-page')
  return comparisonPage(compared.comparison, await pageRowsOf(compared, runs))
}

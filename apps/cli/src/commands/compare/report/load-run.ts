import { hash } from 'node:crypto'
import { AssayError, isRecord } from '@assay/core'
import type { SeveralRun } from '@assay/reporters/comparison'
import { commandName } from '../../../command-name.ts'
import { own } from './own.ts'
import { rowKey } from '../figures/pair-rows.ts'
import { claimTexts } from '../figures/row-evidence.ts'
import { readReport } from './read-report.ts'

/** What is kept of a row: enough to pair and to count it. Its explanations stay in the file. */
export type RunRow = {
  readonly id: string
  readonly idGiven: boolean
  readonly inputHash: string
  readonly cluster: string | undefined
  /** Its data file, where rows were grouped by it: ids are unique within each. */
  readonly file: string | undefined
  /** Its groups, as JSON. */
  readonly groups: string | undefined
  readonly line: number
  /** By the place of the metric in `LoadedRun.metricNames`: `null` unscored, `undefined` not asked of this row. */
  readonly values: readonly (number | null | undefined)[]
  /** Likewise: what names the list of claims that a judge split the reference into; `undefined` without one. */
  readonly claimLists: readonly (string | undefined)[]
}

export type ReportMetric = {
  readonly name: string
  readonly version: string
  readonly signature: string
  readonly otherSignatures: readonly string[]
  readonly evidence: string
  readonly direction: 'maximize' | 'minimize'
  /** Whether it could be rebuilt from its configuration; one that holds a function cannot, and its signature vouches for nothing. */
  readonly isRebuildable: boolean
  /** What it looks at of the retrieved: the `k` of its configuration; `undefined` without one. */
  readonly cutoff: number | undefined
  /** Its configuration without name and cut-off: alike for metrics that differ in these only. */
  readonly family: string
}

/** What the calls of a run took. */
type RunEffort = Pick<SeveralRun, 'calls' | 'tokens' | 'cost' | 'costIsBound' | 'p50'>

export type LoadedRun = {
  readonly path: string
  /** What it is called on pages. */
  readonly shownPath: string
  readonly id: string
  /** What it was called when it ran; `undefined` where nobody said. */
  readonly label: string | undefined
  readonly effort: RunEffort
  readonly metrics: readonly ReportMetric[]
  readonly metricNames: readonly string[]
  readonly rows: readonly RunRow[]
  /** Why it does not hold all rows of its data; `undefined` where it does. */
  readonly incomplete: string | undefined
}

/** @throws AssayError `data` where the file is no report, naming the line. */
export async function loadRun(path: string): Promise<LoadedRun> {
  const names: string[] = []
  const clusters = new Map<string, string>()
  const ids = new Map<string, number>()
  const rows: RunRow[] = []
  let about: Readonly<Record<string, unknown>> = {}
  for await (const lines of readReport(path)) {
    for (const line of lines) {
      if ('about' in line) {
        about = line.about
        continue
      }
      const row = runRow(parseRow(line.row, path, line.line), { names, clusters, line: line.line, path })
      const name = rowKey(row)
      const before = row.idGiven ? ids.get(name) : undefined
      if (before !== undefined)
        throw dataError(`${path} holds the id ${row.id} on lines ${before} and ${row.line}. Compare the file of one run.`)
      if (row.idGiven) ids.set(name, row.line)
      rows.push(row)
    }
  }
  const { run, summary, stopped } = about
  if (!isRecord(run)) throw dataError(`${path} names no run. Write it again with ${commandName()} eval … -o report.json`)
  const stop = isRecord(stopped) && typeof stopped['reason'] === 'string' ? `stopped early: ${stopped['reason']}` : undefined
  return {
    path,
    shownPath: path,
    id: textOf(run['id']),
    label: typeof run['label'] === 'string' && run['label'] !== '' ? run['label'] : undefined,
    effort: effortOf(about),
    metrics: (Array.isArray(run['metrics']) ? run['metrics'] : []).filter(isRecord).map(reportMetric),
    metricNames: names,
    rows,
    incomplete: summary === undefined ? 'was interrupted: it holds the rows finished until then' : stop,
  }
}

export function parseRow(text: string, path: string, line: number): Record<string, unknown> {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch {
    row = undefined
  }
  if (isRecord(row)) return row
  throw dataError(`${path}, line ${line}: here a row is due, one JSON object on one line. Give compare the file of -o as it was written.`)
}

type Surroundings = {
  /** Grows by the metrics that rows name. */
  readonly names: string[]
  /** One text for each cluster and file, however many rows it has. */
  readonly clusters: Map<string, string>
  readonly line: number
  readonly path: string
}

function runRow(row: Record<string, unknown>, { names, clusters, line, path }: Surroundings): RunRow {
  const { id, idGiven, inputHash, cluster, file, groups, scores } = row
  if (typeof id !== 'string' || typeof idGiven !== 'boolean' || typeof inputHash !== 'string' || !isRecord(scores)) {
    throw dataError(
      `${path}, line ${line}: a row has an id, idGiven, inputHash and scores. This one has not: was it written by assay eval?`,
    )
  }
  for (const name of Object.keys(scores)) if (!names.includes(name)) names.push(name)
  // `map` makes lists no larger than they are, of which there are as many as rows.
  return {
    id,
    idGiven,
    inputHash,
    cluster: typeof cluster === 'string' ? sameText(cluster, clusters) : undefined,
    file: typeof file === 'string' ? sameText(file, clusters) : undefined,
    groups: isRecord(groups) ? sameText(JSON.stringify(groups), clusters) : undefined,
    line,
    values: names.map((name) => valueOf(own(scores, name), `${path}, line ${line}: the value of ${name}`)),
    claimLists: names.map((name) => claimListOf(own(scores, name))),
  }
}

function valueOf(score: unknown, what: string): number | null | undefined {
  if (score === undefined) return undefined
  const value = isRecord(score) ? score['value'] : undefined
  if (value === null || (typeof value === 'number' && value >= 0 && value <= 1)) return value
  throw dataError(`${what} is neither in [0, 1] nor null.`)
}

/** Under 13 characters, a part of a text does not keep the whole of it alive. */
function claimListOf(score: unknown): string | undefined {
  const claims = isRecord(score) ? claimTexts(score['detail']) : []
  return claims.length === 0 ? undefined : hash('sha1', JSON.stringify(claims.toSorted()), 'base64').slice(0, 12)
}

function sameText(text: string, known: Map<string, string>): string {
  const found = known.get(text)
  if (found === undefined) known.set(text, text)
  return found ?? text
}

function reportMetric(metric: Record<string, unknown>): ReportMetric {
  const others: readonly unknown[] = Array.isArray(metric['otherSignatures']) ? metric['otherSignatures'] : []
  return {
    name: textOf(metric['name']),
    version: textOf(metric['version']),
    signature: textOf(metric['signature']),
    otherSignatures: others.map(textOf),
    evidence: textOf(metric['evidence']),
    direction: metric['direction'] === 'minimize' ? 'minimize' : 'maximize',
    isRebuildable: metric['config'] !== null,
    ...familyOf(metric['config']),
  }
}

function familyOf(config: unknown): Pick<ReportMetric, 'cutoff' | 'family'> {
  if (!isRecord(config)) return { cutoff: undefined, family: '' }
  const { k, name: _name, ...rest } = config
  return { cutoff: typeof k === 'number' ? k : undefined, family: JSON.stringify(rest) }
}

function effortOf({ uncached, latencyMs, ...run }: Readonly<Record<string, unknown>>): RunEffort {
  const { usage, cost, costIsBound } = isRecord(uncached) ? uncached : run
  const of = (name: string): number | null => (isRecord(usage) ? numberOr(usage[name], null) : null)
  const [input, output] = [of('inputTokens'), of('outputTokens')]
  return {
    calls: of('calls') ?? 0,
    tokens: input === null || output === null ? null : input + output,
    cost: numberOr(cost, null),
    costIsBound: costIsBound === true,
    p50: isRecord(latencyMs) ? numberOr(latencyMs['p50'], null) : null,
  }
}

function numberOr<T>(value: unknown, other: T): number | T {
  return typeof value === 'number' ? value : other
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function dataError(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}

import { AssayError } from '@assay/core'
import { checkFailIf, type FailIf } from './figures/compare-gates.ts'
import { changedPairs, type ChangedPairs, compareMetric, type ValuePair } from './figures/compare-metric.ts'
import type { NamedCount } from '@assay/reporters/comparison'
import type { ChangedRow, ComparedMetric, Comparison } from './comparison.ts'
import { isSameName } from './metric-names.ts'
import { namedRows } from './named-rows.ts'
import { explanations } from './report/explanations.ts'
import type { LoadedRun, ReportMetric, RunRow } from './report/load-run.ts'
import { pairRows } from './figures/pair-rows.ts'
import type { EvidenceChanges } from './figures/row-evidence.ts'
import { signatureDifferences } from './figures/signature-differences.ts'

export type CompareOptions = {
  /** Names, `-` or `_`; all metrics where empty. */
  readonly metrics: readonly string[]
  readonly failIf: readonly FailIf[]
  readonly allowScreen: boolean
}

type RowPair = ValuePair & {
  readonly rows: readonly [a: RunRow, b: RunRow]
  readonly claimsA: string | undefined
  readonly claimsB: string | undefined
}
type Chosen = { readonly name: string; readonly a: ReportMetric; readonly b: ReportMetric }

/**
 * Two runs, paired row by row. Reads what the rows that changed lost and gained from their files.
 * @throws AssayError `data` where the runs cannot be compared: other metrics, other versions, no row in common; `config` for a gate on a
 * lexical screen.
 */
export async function compareRuns(a: LoadedRun, b: LoadedRun, { metrics, failIf, allowScreen }: CompareOptions): Promise<Comparison> {
  const chosen = chooseMetrics(a, b, metrics)
  if (failIf.length > 0 && !allowScreen) refuseScreens(chosen)
  const rows = pairRows(a.rows, b.rows)
  if (rows.pairs.length === 0) {
    const changed =
      rows.changed.length === 0
        ? ''
        : ` ${rows.changed.length === 1 ? '1 has the same id but asks' : `${rows.changed.length} have the same id but ask`} something else.`
    throw wrong(
      `No row of ${a.path} pairs with one of ${b.path}: neither ids nor what they ask are the same.${changed} Compare runs over the same data.`,
    )
  }
  const compared = chosen.map((metric) => ({ metric, ...comparedMetric(metric, valuePairs(metric.name, rows.pairs, a, b)) }))
  const explained = await explanations(
    compared.flatMap(({ metric, changed }) =>
      [...changed.worse, ...changed.better].map(({ rows: pair }) => ({ metric: metric.name, pair })),
    ),
    a.path,
    b.path,
  )
  return {
    schemaVersion: 1,
    differs: [
      ...chosen.flatMap(({ name, a: before, b: after }) => signatureDifferences(before, after).map((text) => `${name}: ${text}`)),
      ...changedData(namedRows(rows.changed.map(([row]) => row))),
    ],
    a: { file: a.path, run: a.id, rows: a.rows.length },
    b: { file: b.path, run: b.id, rows: b.rows.length },
    rows: {
      pairs: rows.pairs.length,
      onlyInA: namedRows(rows.onlyInA),
      onlyInB: namedRows(rows.onlyInB),
      changed: namedRows(rows.changed.map(([row]) => row)),
      inOrder: rows.inOrder,
    },
    metrics: Object.fromEntries(
      compared.map(({ metric: { name }, figures, changed: { worse, better } }) => [
        name,
        {
          ...figures,
          worseRows: worse.map((pair) => changedRow(pair, explained(name, pair.rows))),
          betterRows: better.map((pair) => changedRow(pair, explained(name, pair.rows))),
        },
      ]),
    ),
    gates: compared.flatMap(({ metric, figures }) => failIf.map((gate) => checkFailIf(gate, metric.name, figures))),
    notes: [...sameRun(a, b), ...incomplete('A', a), ...incomplete('B', b), ...chosen.flatMap(ownFunction)],
  }
}

function chooseMetrics(a: LoadedRun, b: LoadedRun, asked: readonly string[]): Chosen[] {
  const [inA, inB] = [byName(a), byName(b)]
  const all = [...new Set([...inA.keys(), ...inB.keys()])]
  const names = asked.length === 0 ? all : all.filter((name) => asked.some((written) => isSameName(written, name)))
  const unknown = asked.find((written) => !all.some((name) => isSameName(written, name)))
  if (unknown !== undefined) throw wrong(`Neither run measured ${unknown}. A: ${listed(inA.keys())}; B: ${listed(inB.keys())}.`)
  return names.map((name) => {
    const [before, after] = [inA.get(name), inB.get(name)]
    if (before === undefined || after === undefined) {
      const both = all.filter((one) => inA.has(one) && inB.has(one))
      const next = both.length === 0 ? 'They have no metric in common.' : `Name what both have: ${both.map((one) => `-m ${one}`).join(' ')}`
      throw wrong(`Only ${before === undefined ? 'B' : 'A'} measured ${name} (A: ${listed(inA.keys())}; B: ${listed(inB.keys())}). ${next}`)
    }
    if (before.version !== after.version) {
      throw wrong(
        `${name} is version ${before.version} in A and ${after.version} in B: their scores are not the same measure. Run the older one again.`,
      )
    }
    return { name, a: before, b: after }
  })
}

function listed(names: Iterable<string>): string {
  return Array.from(names).join(', ') || 'none'
}

function refuseScreens(chosen: readonly Chosen[]): void {
  const screen = chosen.find(({ a, b }) => a.evidence === 'screen' || b.evidence === 'screen')
  if (screen === undefined) return
  throw new AssayError({
    kind: 'config',
    message: `--fail-if would rest on a lexical screen (${screen.name}), which is no judge. Use a judge, or pass --allow-screen.`,
  })
}

function valuePairs(name: string, pairs: readonly (readonly [RunRow, RunRow])[], a: LoadedRun, b: LoadedRun): RowPair[] {
  const [inA, inB] = [a.metricNames.indexOf(name), b.metricNames.indexOf(name)]
  return pairs.map((rows) => {
    const [before, after] = rows
    return {
      a: before.values[inA],
      b: after.values[inB],
      cluster: before.cluster ?? after.cluster,
      rows,
      claimsA: before.claimLists[inA],
      claimsB: after.claimLists[inB],
    }
  })
}

function comparedMetric(
  { a, b }: Chosen,
  pairs: readonly RowPair[],
): { readonly figures: Omit<ComparedMetric, 'worseRows' | 'betterRows'>; readonly changed: ChangedPairs<RowPair> } {
  const { direction } = b
  return {
    figures: {
      ...compareMetric(pairs, direction),
      evidence: a.evidence === b.evidence ? b.evidence : [a, b].some(({ evidence }) => evidence === 'screen') ? 'screen' : 'judge',
      direction,
      signatures: { a: a.signature, b: b.signature },
      claimLists: claimLists(pairs),
    },
    changed: changedPairs(pairs, direction),
  }
}

/** How often a judge split the same reference otherwise: such a pair differs for that reason, too. */
function claimLists(pairs: readonly RowPair[]): ComparedMetric['claimLists'] {
  const split = pairs.filter(({ a, b, claimsA, claimsB }) => isScored(a) && isScored(b) && claimsA !== undefined && claimsB !== undefined)
  if (split.length === 0) return null
  return { compared: split.length, ...namedRows(split.filter(({ claimsA, claimsB }) => claimsA !== claimsB).map(({ rows }) => rows[1])) }
}

function isScored(value: number | null | undefined): boolean {
  return typeof value === 'number'
}

function changedRow({ a, b, rows: [, { id }], cluster }: RowPair, changes: EvidenceChanges): ChangedRow {
  return { id, ...(cluster === undefined ? {} : { cluster }), a: a ?? 0, b: b ?? 0, ...changes }
}

function changedData({ count, ids }: NamedCount): string[] {
  if (count === 0) return []
  const asks = count === 1 ? '1 row with the same id asks' : `${count} rows with the same id ask`
  return [`data: ${asks} something else (${ids.join(', ')}${count > ids.length ? ', …' : ''}), left out`]
}

function sameRun(a: LoadedRun, b: LoadedRun): string[] {
  return a.id === b.id ? [`A and B are reports of the same run, ${a.id}`] : []
}

function incomplete(side: string, { path, incomplete: why }: LoadedRun): string[] {
  return why === undefined ? [] : [`${side} (${path}) ${why}`]
}

function ownFunction({ name, a, b }: Chosen): string[] {
  if (a.isRebuildable && b.isRebuildable) return []
  return [`${name} holds a function of your own: whether both runs had the same one, its signature cannot tell.`]
}

function byName({ metrics }: LoadedRun): Map<string, ReportMetric> {
  return new Map(metrics.map((metric) => [metric.name, metric]))
}

function wrong(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}

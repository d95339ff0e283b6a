import { AssayError } from '@assay/core'
import type { MetricCurve, RowScores, SeveralComparison, SeveralMetric } from '@assay/reporters/comparison'
import { type RankedRuns, rankRuns } from '@assay/stats'
import type { ComparisonGate } from '@assay/reporters/comparison'
import type { CompareOptions } from './compare-runs.ts'
import { checkFailIf } from './figures/compare-gates.ts'
import { joinRows } from './figures/join-rows.ts'
import { rowKey } from './figures/pair-rows.ts'
import { signatureDifferences } from './figures/signature-differences.ts'
import { isSameName } from './metric-names.ts'
import { namedRows } from './named-rows.ts'
import type { LoadedRun, ReportMetric, RunRow } from './report/load-run.ts'
import { placeOfLabel, runLabels } from './run-labels.ts'

export type SeveralOptions = CompareOptions & {
  /** One for each run, in their order, or none. */
  readonly labels: readonly string[]
  /** The label of the run that all others are compared with. */
  readonly baseline?: string | undefined
}

/** A comparison, and the rows that it joined, by its `scores`. */
export type ComparedRuns = { readonly comparison: SeveralComparison; readonly joined: readonly (readonly RunRow[])[] }

type Chosen = { readonly name: string; readonly ofRuns: readonly ReportMetric[] }

/**
 * Several runs, joined row by row: rows that every run scored are used, and what is left out is counted and named.
 * @throws AssayError `data` where they cannot be compared: other metrics, other versions, no row in common; `config` for labels that do not fit,
 * and for gates without a baseline or on a lexical screen.
 */
export function compareSeveralRuns(runs: readonly LoadedRun[], options: SeveralOptions): ComparedRuns {
  const { metrics, failIf, allowScreen } = options
  const labels = runLabels(runs, options.labels)
  const baseline = options.baseline === undefined ? undefined : placeOfLabel(labels, options.baseline)
  if (failIf.length > 0 && baseline === undefined)
    throw new AssayError({
      kind: 'config',
      message: `--fail-if on ${runs.length} runs needs the one that the others are compared with. Add --baseline ${labels[0] ?? 'LABEL'}`,
    })
  const chosen = chosenMetrics(runs, labels, metrics)
  if (failIf.length > 0 && !allowScreen) refuseScreens(chosen)
  const rows = joinRows(runs.map((run) => run.rows))
  if (rows.joined.length === 0) throw nothingJoined(runs, labels, rows.changed.length)
  // The first by name, if runs disagree: whichever run comes first.
  const clusters = rows.joined.map((ofRow) => ofRow.flatMap(({ cluster }) => cluster ?? []).toSorted()[0])
  const keys = rows.joined.map(keyOfRow)
  const values = chosen.map(({ name }) => valuesOf(name, runs, rows.joined))
  const figures = chosen.map(({ ofRuns }, at) =>
    rankRuns(
      (values[at] ?? []).map((ofRow, row) => ({ values: ofRow, cluster: clusters[row], key: keys[row] })),
      { runs: runs.length, direction: ofRuns[0]?.direction ?? 'maximize', baseline },
    ),
  )
  const order = byDisagreement(values, rows.joined.length)
  const first = rows.joined.map(([row]) => row).filter((row) => row !== undefined)
  const comparison: SeveralComparison = {
    schemaVersion: 1,
    kind: 'runs',
    differs: [...differencesIn(chosen, labels, baseline ?? 0), ...changedData(rows.changed)],
    runs: runs.map(({ shownPath, id, rows: own, effort }, run) => ({
      label: labels[run] ?? '',
      file: shownPath,
      run: id,
      rows: own.length,
      notInAll: namedRows(rows.notInAll[run] ?? []),
      ...effort,
    })),
    baseline: baseline === undefined ? null : (labels[baseline] ?? null),
    rows: { joined: rows.joined.length, changed: namedRows(rows.changed), inOrder: rows.inOrder },
    metrics: Object.fromEntries(chosen.map((metric, at) => [metric.name, metricOf(metric, figures[at], labels, first)])),
    curves: curvesOf(chosen),
    gates: baseline === undefined ? [] : chosen.flatMap((metric, at) => gatesOf(metric, figures[at], labels, options)),
    notes: [...sameRuns(runs, labels), ...incomplete(runs, labels), ...ownFunctions(chosen), ...splitOtherwise(chosen, runs, rows.joined)],
    scores: order.map((row) => rowScores(row, { chosen, values, joined: rows.joined, cluster: clusters[row] })),
  }
  return { comparison, joined: order.map((row) => rows.joined[row] ?? []) }
}

/** The same in any order of the runs: what the row asks, and the first by name of its given ids. */
function keyOfRow(ofRow: readonly RunRow[]): string {
  const [id = ''] = ofRow.flatMap((row) => (row.idGiven ? rowKey(row) : [])).toSorted()
  return `${ofRow[0]?.inputHash} ${id}`
}

function chosenMetrics(runs: readonly LoadedRun[], labels: readonly string[], asked: readonly string[]): Chosen[] {
  const byRun = runs.map(({ metrics }) => new Map(metrics.map((metric) => [metric.name, metric])))
  const all = [...new Set(byRun.flatMap((own) => [...own.keys()]))]
  const unknown = asked.find((written) => !all.some((name) => isSameName(written, name)))
  if (unknown !== undefined) throw wrong(`No run measured ${unknown}. There is: ${all.join(', ') || 'nothing'}.`)
  const names = asked.length === 0 ? all : all.filter((name) => asked.some((written) => isSameName(written, name)))
  return names.map((name) => {
    const ofRuns = byRun.flatMap((own) => own.get(name) ?? [])
    const without = byRun.findIndex((own) => !own.has(name))
    if (without !== -1) {
      const common = all.filter((one) => byRun.every((own) => own.has(one)))
      const next =
        common.length === 0 ? 'They have no metric in common.' : `Name what all have: ${common.map((one) => `-m ${one}`).join(' ')}`
      throw wrong(`${labels[without]} did not measure ${name}. ${next}`)
    }
    const other = ofRuns.findIndex(({ version }) => version !== ofRuns[0]?.version)
    if (other !== -1)
      throw wrong(
        `${name} is version ${ofRuns[0]?.version} in ${labels[0]} and ${ofRuns[other]?.version} in ${labels[other]}: their scores are not the same measure. Run the older one again.`,
      )
    return { name, ofRuns }
  })
}

function refuseScreens(chosen: readonly Chosen[]): void {
  const screen = chosen.find((metric) => evidenceOf(metric) === 'screen')
  if (screen === undefined) return
  throw new AssayError({
    kind: 'config',
    message: `--fail-if would rest on a lexical screen (${screen.name}), which is no judge. Use a judge, or pass --allow-screen.`,
  })
}

function evidenceOf({ ofRuns }: Chosen): string {
  const all = new Set(ofRuns.map(({ evidence }) => evidence))
  return ['screen', 'judge'].find((evidence) => all.has(evidence)) ?? ofRuns[0]?.evidence ?? ''
}

function nothingJoined(runs: readonly LoadedRun[], labels: readonly string[], changed: number): AssayError {
  const which = runs.length === 2 ? `${labels[0]} and ${labels[1]}` : `all ${runs.length} runs`
  const asks =
    changed === 0 ? '' : ` ${changed === 1 ? '1 has the same id but asks' : `${changed} have the same id but ask`} something else.`
  return wrong(`No row is in ${which}: neither ids nor what they ask are the same.${asks} Compare runs over the same data.`)
}

type Values = readonly (readonly (number | null | undefined)[])[]

/** By row, of each run. */
function valuesOf(name: string, runs: readonly LoadedRun[], joined: readonly (readonly RunRow[])[]): Values {
  const places = runs.map(({ metricNames }) => metricNames.indexOf(name))
  return joined.map((ofRow) => ofRow.map(({ values }, run) => values[places[run] ?? -1]))
}

/** The places of the rows: those whose scores are furthest apart in some metric first, then in more of them; alike ones in their order. */
function byDisagreement(values: readonly Values[], rows: number): number[] {
  const spreads = Array.from({ length: rows }, (_, row) => {
    const own = values.map((ofMetric) => spreadOf(ofMetric[row] ?? []))
    return { most: Math.max(0, ...own), all: own.reduce((sum, spread) => sum + spread, 0) }
  })
  const at = (row: number): { most: number; all: number } => spreads[row] ?? { most: 0, all: 0 }
  return spreads.map((_, row) => row).sort((a, b) => at(b).most - at(a).most || at(b).all - at(a).all || a - b)
}

function spreadOf(values: readonly (number | null | undefined)[]): number {
  const scored = values.filter((value) => typeof value === 'number')
  return scored.length < 2 ? 0 : Math.max(...scored) - Math.min(...scored)
}

function metricOf(metric: Chosen, found: RankedRuns | undefined, labels: readonly string[], rows: readonly RunRow[]): SeveralMetric {
  if (found === undefined) throw new Error(`no figures of ${metric.name}`)
  const named = (places: readonly number[]) => namedRows(places.flatMap((at) => rows[at] ?? []))
  const label = (run: number): string => labels[run] ?? ''
  const { used, unit, clusters, level, exact, noInterval, standings, best } = found
  return {
    direction: metric.ofRuns[0]?.direction ?? 'maximize',
    evidence: evidenceOf(metric),
    signature: metric.ofRuns[0]?.signature ?? '',
    used,
    unscored: named(found.unscored),
    notAsked: named(found.notAsked),
    unit,
    clusters,
    level,
    exact,
    noInterval,
    table: standings.map(({ run, mean, difference, interval, p, letters, verdict, unscored }) => ({
      label: label(run),
      mean,
      difference,
      interval,
      p,
      letters,
      verdict,
      unscored,
    })),
    best: best === null ? null : best.map(label),
    pairs: found.pairs.map(({ a, b, difference, interval, p }) => ({ a: label(a), b: label(b), difference, interval, p })),
  }
}

function gatesOf(
  { name, ofRuns }: Chosen,
  found: RankedRuns | undefined,
  labels: readonly string[],
  { failIf }: SeveralOptions,
): ComparisonGate[] {
  if (found === undefined) return []
  const { standings, noInterval, clusters, used, unscored } = found
  const direction = ofRuns[0]?.direction ?? 'maximize'
  return standings
    .filter(({ verdict }) => verdict !== null)
    .toSorted((one, other) => one.run - other.run)
    .flatMap(({ run, interval, p, verdict, detectable }) => {
      const gated = {
        interval,
        noInterval,
        p,
        verdict: verdict ?? 'cannot be told',
        detectable,
        clusters,
        pairs: used,
        unscored: { onlyInA: unscored.length, onlyInB: 0, inBoth: 0 },
        direction,
      }
      const label = labels[run] ?? ''
      return failIf.map((gate) => checkFailIf(gate, `${label}, ${name}`, gated, label))
    })
}

/** Metrics that were measured at several cut-offs, with nothing else between them. */
function curvesOf(chosen: readonly Chosen[]): MetricCurve[] {
  const families = new Map<string, { k: number; metric: string }[]>()
  for (const { name, ofRuns } of chosen) {
    const [first] = ofRuns
    if (first?.cutoff === undefined) continue
    families.set(first.family, [...(families.get(first.family) ?? []), { k: first.cutoff, metric: name }])
  }
  return Array.from(families.values())
    .filter((points) => points.length > 1)
    .map((points) => ({
      name: commonName(points.map(({ metric }) => metric)),
      points: points.toSorted((one, other) => one.k - other.k),
    }))
}

/** `recall` of `recall@3` and `recall@10`. */
function commonName(names: readonly string[]): string {
  const bare = new Set(names.map((name) => name.replace(/@\d+$/, '')))
  return bare.size === 1 ? ([...bare][0] ?? '') : names.join(', ')
}

type ScoredRows = {
  readonly chosen: readonly Chosen[]
  readonly values: readonly Values[]
  readonly joined: readonly (readonly RunRow[])[]
  readonly cluster: string | undefined
}

function rowScores(row: number, { chosen, values, joined, cluster }: ScoredRows): RowScores {
  const groups = joined[row]?.[0]?.groups
  return {
    id: joined[row]?.[0]?.id ?? '',
    ...(cluster === undefined ? {} : { cluster }),
    ...(groups === undefined ? {} : { groups: JSON.parse(groups) }),
    scores: Object.fromEntries(chosen.map(({ name }, at) => [name, (values[at]?.[row] ?? []).map((value) => value ?? null)])),
  }
}

function differencesIn(chosen: readonly Chosen[], labels: readonly string[], reference: number): string[] {
  return chosen.flatMap(({ name, ofRuns }) =>
    ofRuns.flatMap((own, run) => {
      const first = ofRuns[reference]
      if (first === undefined || run === reference) return []
      return signatureDifferences(first, own).map((text) => `${name}, ${labels[reference]} and ${labels[run]}: ${text}`)
    }),
  )
}

function changedData(changed: readonly RunRow[]): string[] {
  const { count, ids } = namedRows(changed)
  if (count === 0) return []
  const asks = count === 1 ? '1 row with the same id asks' : `${count} rows with the same id ask`
  return [`data: ${asks} something else in some run (${ids.join(', ')}${count > ids.length ? ', …' : ''}), left out`]
}

function sameRuns(runs: readonly LoadedRun[], labels: readonly string[]): string[] {
  return runs.flatMap(({ id }, at) => {
    const before = runs.findIndex((other) => other.id === id)
    return before === at ? [] : [`${labels[before]} and ${labels[at]} are reports of the same run, ${id}`]
  })
}

function incomplete(runs: readonly LoadedRun[], labels: readonly string[]): string[] {
  return runs.flatMap(({ shownPath, incomplete: why }, run) => (why === undefined ? [] : [`${labels[run]} (${shownPath}) ${why}`]))
}

function ownFunctions(chosen: readonly Chosen[]): string[] {
  return chosen.flatMap(({ name, ofRuns }) =>
    ofRuns.every(({ isRebuildable }) => isRebuildable)
      ? []
      : [`${name} holds a function of your own: whether all runs had the same one, its signature cannot tell.`],
  )
}

/** How often a judge split the same reference otherwise: such rows differ for that reason, too. */
function splitOtherwise(chosen: readonly Chosen[], runs: readonly LoadedRun[], joined: readonly (readonly RunRow[])[]): string[] {
  return chosen.flatMap(({ name }) => {
    const places = runs.map(({ metricNames }) => metricNames.indexOf(name))
    const lists = joined.map((ofRow) => ofRow.flatMap(({ claimLists }, run) => claimLists[places[run] ?? -1] ?? []))
    const split = joined.filter((_, row) => new Set(lists[row]).size > 1).flatMap(([row]) => row ?? [])
    const { count, ids } = namedRows(split)
    if (count === 0) return []
    return [
      `${name}: the reference was split into other claims in ${count} of ${joined.length} rows (${ids.join(', ')}${count > ids.length ? ', …' : ''})`,
    ]
  })
}

function wrong(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}

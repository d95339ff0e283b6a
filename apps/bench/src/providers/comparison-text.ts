import { roundedUp } from '@assay/core'
import { counted, forTerminal, shownP, signedNumber } from '@assay/reporters'
import type { Cost } from '@assay/runner'
import type { ClaimDifference, ComparedRow, ProviderComparison, ProviderFigures, ProviderPair } from './provider-comparison.ts'
import { shortfallLines } from './shortfall-lines.ts'
import { textTable } from './text-table.ts'

/** A comparison as text: means and cost, agreement, then the rows and claims on which providers differ most, `show` of each. */
export function comparisonText(comparison: ProviderComparison, show: number): string {
  const { providers, pairs, rows, differences, claims, stopped } = comparison
  const names = providers.map(({ name }) => name)
  const apart = rows.filter((row) => spreadOf(row) > 0).toSorted((a, b) => spreadOf(b) - spreadOf(a))
  const parts = [
    `Context recall of ${rows.length} rows by ${providers.length} judges, on the same claims: ${forTerminal(claims.by)}.`,
    ...(claims.run === null ? [] : [`Extraction cost ${usd(claims)}, which no judge's cost includes.`]),
    '',
    ...providerTable(providers),
    ...providers.flatMap(({ name, noInterval }) => (noInterval === null ? [] : [`${forTerminal(name)} has no interval: ${noInterval}.`])),
    ...shortfallLines(comparison),
    '',
    'Agreement on claims: kappa, below the diagonal the mean distance of row scores',
    ...matrix(names, pairs),
    '',
    `Differences of row scores (second minus first)${pairs.length > 1 ? ', all pairs at once' : ''}${sharedText(comparison)}`,
    ...pairs.map(pairLine),
    '',
    ...rowTable(names, apart, show),
    ...differences.slice(0, show).flatMap(differenceLines),
    ...(differences.length === 0
      ? [pairs.some(({ claims: both }) => both > 0) ? 'They differ on no claim.' : 'No claim was decided by two of them.']
      : [`${Math.min(show, differences.length)} of ${differences.length} claims on which they differ; -o FILE.json has all.`]),
    '',
    'Intervals cover the sampling of rows, not the errors of judges. Judges that agree may still be wrong.',
    ...(stopped === null ? [] : [`Stopped early: ${forTerminal(stopped.reason)}`]),
  ]
  return `${parts.join('\n')}\n`
}

function providerTable(providers: readonly ProviderFigures[]): string[] {
  return textTable(
    ['judge', 'mean', 'interval', 'scored', 'calls', 'tokens in', 'out', 'cost', 'p50', 'p95'],
    providers.map(({ name, mean, interval, scored, unscored, effort }) => [
      forTerminal(name),
      share(mean),
      interval === null ? 'none' : `[${interval.lo.toFixed(2)}, ${interval.hi.toFixed(2)}]`,
      unscored === 0 ? String(scored) : `${scored} of ${scored + unscored}`,
      String(effort.usage?.calls ?? '–'),
      String(effort.usage?.inputTokens ?? '?'),
      String(effort.usage?.outputTokens ?? '?'),
      usd(effort),
      milliseconds(effort.latencyMs?.p50),
      milliseconds(effort.latencyMs?.p95),
    ]),
  )
}

function matrix(names: readonly string[], pairs: readonly ProviderPair[]): string[] {
  const pairOf = (one: string, other: string): ProviderPair | undefined =>
    pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
  const rows = names.map((name, row) => [
    `${row + 1} ${forTerminal(name)}`,
    ...names.map((other, column) => {
      const pair = pairOf(name, other)
      if (pair === undefined) return ''
      return column > row ? share(pair.kappa) : share(pair.meanAbsoluteDifference)
    }),
  ])
  return textTable(['', ...names.map((_, at) => String(at + 1))], rows)
}

/** `, on the 58 rows that all 3 judges scored; 2 rows left out` */
function sharedText({ shared, providers }: ProviderComparison): string {
  const { length } = shared.providers
  if (length < 2) return ''
  const who = `${length === 2 ? 'both judges' : `all ${length} judges`}${length === providers.length ? '' : ' with any score'}`
  return `, on the ${counted(shared.rows, 'row')} that ${who} scored${shared.left === 0 ? '' : `; ${counted(shared.left, 'row')} left out`}`
}

function pairLine({ a, b, difference, claims, agreement }: ProviderPair): string {
  const { difference: mean, interval, noInterval, p } = difference
  const figures =
    mean === null || interval === null || p === null
      ? `${mean === null ? '–' : signed(mean)}, ${noInterval ?? 'no interval'}`
      : `${signed(mean)} [${signed(interval.lo)}, ${signed(interval.hi)}], p ${p < 0.001 ? '' : '= '}${shownP(p)}`
  const same = agreement === null ? '' : `; same verdict on ${(100 * agreement).toFixed(1)} % of ${claims} claims`
  return `  ${forTerminal(a)} → ${forTerminal(b)}: ${figures}${same}`
}

function rowTable(names: readonly string[], rows: readonly ComparedRow[], show: number): string[] {
  if (rows.length === 0) return []
  const lines = rows.slice(0, show).map(({ id, scores }) => [forTerminal(id)].concat(names.map((name) => share(scores[name] ?? null))))
  return [
    `Rows whose scores are furthest apart, ${lines.length} of ${rows.length}`,
    ...textTable(['row', ...names.map((_, at) => String(at + 1))], lines),
    '',
  ]
}

function differenceLines({ row, claim, said }: ClaimDifference): string[] {
  return [
    `${forTerminal(row)}: ${forTerminal(claim)}`,
    ...said.map(
      ({ provider, outcome, reason }) =>
        `  ${outcome.padEnd(11)} ${forTerminal(provider)}${reason === '' ? '' : `: ${forTerminal(reason)}`}`,
    ),
    '',
  ]
}

/** The range of a row's scores, without unscored ones. */
function spreadOf({ scores }: ComparedRow): number {
  const values = Object.values(scores).filter((score) => score !== null)
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values)
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}

function signed(value: number): string {
  return signedNumber(value).replace('-', '−')
}

/** `≤` marks an upper bound. */
function usd({ cost, costIsBound }: Cost): string {
  if (cost === null) return '?'
  if (costIsBound === true) return `≤$${cost < 0.01 ? roundedUp(cost, 6) : roundedUp(cost, 2).toFixed(2)}`
  return cost > 0 && cost < 0.01 ? `$${cost.toPrecision(2)}` : `$${cost.toFixed(2)}`
}

function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}

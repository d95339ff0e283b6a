import { AssayError } from '@assay/core'
import { counted, type GateResult, shownBeside } from '@assay/reporters'
import type { EvaluatedRow, MetricSummary, RunSummary } from '@assay/runner'
import type { Gate, GateSide } from './gate.ts'
import { rowThreshold } from './row-threshold.ts'

/** Takes the rows of a run and reports at the end which of its gates held. */
export type GateWatch = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  readonly results: (summary: RunSummary) => readonly GateResult[]
}

/**
 * Counts of rows for a share: on the right side, on the right side with undecided claims all unsupported or all supported, and without a
 * number.
 */
type Share = { reached: number; leastReached: number; mostReached: number; without: number }

export function createGateWatch(gates: readonly Gate[]): GateWatch {
  const shares = gates.flatMap((gate) => {
    if (typeof gate.of !== 'object') return []
    const { from } = gate.of
    return [{ gate, from: typeof from === 'number' ? () => from : rowThreshold(from.column), ...noRows() }]
  })
  return {
    rows(rows) {
      for (const share of shares) {
        for (const { result, sample } of rows) {
          const score = result.scores[share.gate.metric]
          if (score?.status !== 'scored') continue
          const from = share.from(sample)
          if (from === undefined) {
            share.without += 1
            continue
          }
          const { value, range } = score
          const { side } = share.gate
          const [worse, better] = sided(side, range ?? [value, value])
          if (meets(side, value, from)) share.reached += 1
          if (meets(side, worse, from)) share.leastReached += 1
          if (meets(side, better, from)) share.mostReached += 1
        }
      }
    },
    results: (summary) => gates.map((gate) => resultOf(gate, summary, shares.find((share) => share.gate === gate) ?? noRows())),
  }
}

/** A screen leaves much undecided, and errs: its verdicts fail or pass a gate only with the user's explicit consent. */
export function screenAsGate(gate: string, metric: string): AssayError {
  return new AssayError({
    kind: 'config',
    message: `${gate}: ${metric} rests on the lexical screen alone, which is no judge. Name a judge with -j, or write --allow-screen (allowScreen: true in a configuration) if that is what you want.`,
  })
}

function resultOf(gate: Gate, { metrics }: RunSummary, share: Share): GateResult {
  const { metric, of, limit, side } = gate
  const found = metrics[metric]
  const isShare = typeof of === 'object'
  const isAtLeast = side === 'atLeast'
  const what = isShare
    ? `share of rows at or ${isAtLeast ? 'above' : 'below'} ${typeof of.from === 'number' ? of.from : `their ${of.from.column}`}`
    : { mean: 'mean', lo: 'lower end of the interval', hi: 'upper end of the interval', worst: 'worst case' }[of]
  // A share of rows must be large, whatever the side of the gate.
  const due: GateSide = isShare ? 'atLeast' : side
  const shown = (value: number): string => (isShare ? `${roundPercent(value)}%` : shownBeside(value, limit))
  const condition = `${metric}: ${what} ${due === 'atLeast' ? 'at least' : 'at most'} ${isShare ? shown(limit) : limit}`
  const failed = (why: string): GateResult => ({ condition, text: `${condition}; ${why}`, held: false })
  if (found === undefined || found.scored === 0) return failed('nothing was scored')
  const { mean, interval, noInterval, bounds, scored, total } = found
  if (share.without > 0)
    return failed(`${share.without} of ${counted(scored, 'row')} ${share.without === 1 ? 'has' : 'have'} no number from 0 to 1 there`)
  if ((of === 'lo' || of === 'hi') && interval === null) return failed(`there is none (${noInterval ?? 'no interval'})`)
  const atWorst = bounds === null ? null : sided(side, bounds)[0]
  const value = isShare ? share.reached / scored : { mean, lo: interval?.lo ?? null, hi: interval?.hi ?? null, worst: atWorst }[of]
  if (value === null) return failed('there is none')
  const held = meets(due, value, limit)
  const worst = isShare ? share.reached / total : (atWorst ?? value)
  const doubts = [
    ...(held && of !== 'worst' && scored < total && !meets(due, worst, limit)
      ? [`holds on ${scored} of ${counted(total, 'row')}, would fail if the others score ${isAtLeast ? 0 : 1}`]
      : []),
    ...undecidedDoubt(gate, { held, due }, found, share).map(
      (end) => `undecided claims could bring ${of === 'lo' || of === 'hi' ? 'the mean' : 'it'} to ${shown(end)}`,
    ),
  ]
  return {
    condition,
    text: `${condition}; it is ${shown(value)}`,
    held,
    ...(doubts.length === 0 ? {} : { note: doubts.join('; ') }),
  }
}

/** The end of the range of undecided claims that would turn the gate, if it does. */
function undecidedDoubt(
  { of, limit, side }: Gate,
  { held, due }: { readonly held: boolean; readonly due: GateSide },
  { range, scored, total }: MetricSummary,
  share: Share,
): readonly number[] {
  if (range === null) return []
  const part = scored / total
  const rest = side === 'atLeast' ? 0 : 1 - part
  const [worse, better] =
    typeof of === 'object'
      ? [share.leastReached / scored, share.mostReached / scored]
      : of === 'lo' || of === 'hi'
        ? // That end of an interval lies beyond any mean that fails the gate; where it would come to lie for a better one is unknown.
          [sided(side, range)[0], side === 'atLeast' ? 0 : 1]
        : of === 'mean'
          ? sided(side, range)
          : sided(side, [range[0] * part + rest, range[1] * part + rest])
  if (held) return meets(due, worse, limit) ? [] : [worse]
  return meets(due, better, limit) ? [better] : []
}

function meets(side: GateSide, value: number, limit: number): boolean {
  return side === 'atLeast' ? value >= limit : value <= limit
}

/** Two ends, the worse one first. */
function sided(side: GateSide, [low, high]: readonly [number, number]): readonly [worse: number, better: number] {
  return side === 'atLeast' ? [low, high] : [high, low]
}

function noRows(): Share {
  return { reached: 0, leastReached: 0, mostReached: 0, without: 0 }
}

/** One decimal place, truncated towards 0. */
function roundPercent(share: number): number {
  return Math.floor(share * 1000 + 1e-9) / 10
}

import { AssayError } from '@assay/core'
import type { GateResult } from '@assay/reporters'
import type { EvaluatedRow, RunSummary } from '@assay/runner'
import type { Gate } from './gate.ts'
import { rowThreshold } from './row-threshold.ts'

/** Sees the rows of a run and says in the end which of its gates held. */
export type GateWatch = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  readonly results: (summary: RunSummary) => readonly GateResult[]
}

/** Of the rows that a share is of. */
type Share = { reached: number; without: number }

export function createGateWatch(gates: readonly Gate[]): GateWatch {
  const shares = gates.flatMap((gate) => {
    if (typeof gate.of !== 'object') return []
    const { from } = gate.of
    return [{ gate, from: typeof from === 'number' ? () => from : rowThreshold(from.column), reached: 0, without: 0 }]
  })
  return {
    rows(rows) {
      for (const share of shares) {
        for (const { result, sample } of rows) {
          const score = result.scores[share.gate.metric]
          if (score?.status !== 'scored') continue
          const from = share.from(sample)
          if (from === undefined) share.without += 1
          else if (score.value >= from) share.reached += 1
        }
      }
    },
    results: (summary) =>
      gates.map((gate) => resultOf(gate, summary, shares.find((share) => share.gate === gate) ?? { reached: 0, without: 0 })),
  }
}

/** A screen leaves much undecided, and errs where it decides: nobody should go red or green by it without having said so. */
export function screenAsGate(gate: string, metric: string): AssayError {
  return new AssayError({
    kind: 'config',
    message: `${gate}: ${metric} rests on the lexical screen alone, which is no judge. Name a judge with -j, or write --allow-screen (allowScreen: true in a configuration) if that is what you want.`,
  })
}

function resultOf(gate: Gate, { summary }: RunSummary, { reached, without }: Share): GateResult {
  const { metric, of, least } = gate
  const found = summary[metric]
  const what =
    typeof of === 'object'
      ? `share of rows at or above ${typeof of.from === 'number' ? of.from : `their ${of.from.column}`}`
      : { mean: 'mean', lo: 'lower end of the interval', worst: 'worst case' }[of]
  const shown = (value: number): string => (typeof of === 'object' ? `${roundPercent(value)}%` : String(round(value)))
  const line = `${metric}: ${what} at least ${shown(least)}`
  if (found === undefined || found.scored === 0) return { text: `${line}; nothing was scored`, held: false }
  const { mean, interval, noInterval, bounds, scored, total } = found
  if (without > 0) return { text: `${line}; ${without} of ${scored} rows have no number from 0 to 1 there`, held: false }
  if (of === 'lo' && interval === null) return { text: `${line}; there is none (${noInterval ?? 'no interval'})`, held: false }
  const value = typeof of === 'object' ? reached / scored : { mean, lo: interval?.lo ?? null, worst: bounds?.[0] ?? null }[of]
  if (value === null) return { text: `${line}; there is none`, held: false }
  const held = value >= least
  const worst = typeof of === 'object' ? reached / total : (bounds?.[0] ?? value)
  const doubt = held && of !== 'worst' && scored < total && worst < least
  return {
    text: `${line}; it is ${shown(value)}`,
    held,
    ...(doubt ? { note: `holds on ${scored} of ${total} rows, would fail if the others score 0` } : {}),
  }
}

/** One place, cut towards 0. */
function roundPercent(share: number): number {
  return Math.floor(share * 1000 + 1e-9) / 10
}

/** Four places, cut towards 0: what fails by a hair must not read as if it held. */
function round(value: number): number {
  return Math.floor(value * 10_000 + 1e-9) / 10_000
}

import { AssayError } from '@assay/core'
import type { GateResult } from '@assay/reporters'
import type { EvaluatedRow, RunMetric, RunSummary } from '@assay/runner'
import type { Gate } from './gate.ts'

/** Sees the rows of a run and says in the end which of its gates held. */
export type GateWatch = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  readonly results: (summary: RunSummary) => readonly GateResult[]
}

/** @throws AssayError `config` for a gate on what a lexical screen alone says, unless that is allowed. */
export function createGateWatch(
  gates: readonly Gate[],
  o: { readonly metrics: readonly Pick<RunMetric, 'name' | 'evidence'>[]; readonly allowScreen: boolean },
): GateWatch {
  for (const { text, metric, from } of gates) {
    const { evidence } = o.metrics.find(({ name }) => name === metric) ?? {}
    if (evidence === 'screen' && !o.allowScreen) {
      throw screenAsGate(`${from} ${text}`, metric)
    }
  }
  const shares = gates.flatMap((gate) => (typeof gate.of === 'object' ? [{ gate, from: gate.of.from, reached: 0 }] : []))
  return {
    rows(rows) {
      for (const share of shares) {
        for (const { result } of rows) {
          const score = result.scores[share.gate.metric]
          if (score?.status === 'scored' && score.value >= share.from) share.reached += 1
        }
      }
    },
    results: (summary) => gates.map((gate) => resultOf(gate, summary, shares.find((share) => share.gate === gate)?.reached ?? 0)),
  }
}

/** A screen leaves much undecided, and errs where it decides: nobody should go red or green by it without having said so. */
export function screenAsGate(gate: string, metric: string): AssayError {
  return new AssayError({
    kind: 'config',
    message: `${gate}: ${metric} rests on the lexical screen alone, which is no judge. Name a judge with -j, or write --allow-screen if that is what you want.`,
  })
}

function resultOf(gate: Gate, { summary }: RunSummary, reached: number): GateResult {
  const { metric, of, least } = gate
  const found = summary[metric]
  const what =
    typeof of === 'object'
      ? `share of rows at or above ${of.from}`
      : { mean: 'mean', lo: 'lower end of the interval', worst: 'worst case' }[of]
  const shown = (value: number): string => (typeof of === 'object' ? `${roundPercent(value)}%` : String(round(value)))
  const line = `${metric}: ${what} at least ${shown(least)}`
  if (found === undefined || found.scored === 0) return { text: `${line}; nothing was scored`, held: false }
  const { mean, interval, noInterval, bounds, scored, total } = found
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

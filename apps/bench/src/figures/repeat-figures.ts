import { createFlipRate, type Label } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { OrderFigures, OrderProbe, RepeatFigures } from './judge-conduct.ts'
import type { ItemVerdict, Judged, Verdicts } from './judged.ts'

/** How often a judge contradicts itself over identical repeats; `null` without repeats. */
export function repeatFigures(items: readonly FixtureItem[], verdicts: Verdicts): RepeatFigures | null {
  const flips = createFlipRate<Label>()
  let repeats = 1
  for (const { id } of items) {
    const said = allOf(verdicts.get(id))
    repeats = Math.max(repeats, said.length)
    flips.add(said)
  }
  if (repeats === 1) return null
  const { flipRate, unanimous, items: counted } = flips.result()
  return { repeats, items: counted, flipRate, unanimous }
}

/** How many verdicts change with reversed contexts and with distractors, beyond those that change over identical repeats. */
export function orderFigures(items: readonly FixtureItem[], { verdicts, altered }: Judged): OrderFigures | null {
  if (altered === undefined) return null
  const probe = (other: Verdicts): OrderProbe => probeOf(items, verdicts, other)
  return { reversed: probe(altered.reversed), distractors: probe(altered.distractors) }
}

function probeOf(items: readonly FixtureItem[], plain: Verdicts, other: Verdicts): OrderProbe {
  const flips = createFlipRate<Label>()
  let changed = 0
  let compared = 0
  for (const { id } of items) {
    const share = changedShare(scoredOf(plain.get(id)), scoredOf(other.get(id)))
    if (share === null) continue
    compared += 1
    changed += share
    flips.add(allOf(plain.get(id)))
  }
  if (compared === 0) return { items: 0, changed: null, identical: null, beyondRepeats: null }
  const identical = flips.result().flipRate
  const mean = changed / compared
  return { items: compared, changed: mean, identical, beyondRepeats: identical === null ? null : mean - identical }
}

/** The share of pairs, one plain and one altered verdict, that differ. */
function changedShare(plain: readonly Label[], other: readonly Label[]): number | null {
  if (plain.length === 0 || other.length === 0) return null
  const [p, o] = [yesIn(plain), yesIn(other)]
  return (p * (other.length - o) + (plain.length - p) * o) / (plain.length * other.length)
}

function scoredOf(verdict: ItemVerdict | undefined): Label[] {
  return allOf(verdict).filter((label) => label !== null)
}

function allOf(verdict: ItemVerdict | undefined): readonly (Label | null)[] {
  return verdict === undefined ? [] : (verdict.repeats ?? [verdict.verdict])
}

function yesIn(labels: readonly Label[]): number {
  return labels.filter((label) => label === 1).length
}

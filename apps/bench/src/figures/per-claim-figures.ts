import { createClassRates, type Label } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { rateFigure } from './agreement-figures.ts'
import type { PerClaimFigures } from './bench-result.ts'
import type { Verdicts } from './judged.ts'

/**
 * The reading where a label belongs to a claim that stands before several context sets: the claim is called supported where any of them
 * supports it, unsupported where none does. `null` where no claim stands there twice.
 */
export function perClaimFigures(items: readonly FixtureItem[], verdicts: Verdicts, level: number): PerClaimFigures | null {
  const claims = Map.groupBy(items, ({ claim }) => claim)
  claims.delete(undefined)
  if (!Array.from(claims.values()).some((sets) => sets.length > 1)) return null
  const rates = createClassRates({ level })
  let scored = 0
  for (const [first, ...others] of claims.values()) {
    if (first === undefined) continue
    const sets = [first, ...others]
    // One label for all sets, or there is no label of the claim.
    if (others.some(({ label, statement }) => label !== first.label || statement !== first.statement)) return null
    const verdict = anyOf(sets.map(({ id }) => verdicts.get(id)?.verdict ?? null))
    if (verdict === null) continue
    scored += 1
    rates.add({ human: first.label, judge: verdict })
  }
  const { agreement, balancedAccuracy, tpr, tnr } = rates.result()
  return {
    claims: claims.size,
    scored,
    accuracy: agreement.accuracy,
    kappa: agreement.kappa,
    balancedAccuracy: rateFigure(balancedAccuracy),
    tpr: rateFigure(tpr),
    tnr: rateFigure(tnr),
  }
}

/** One "supported" decides, whatever is missing; "unsupported" needs them all. */
function anyOf(said: readonly (Label | null)[]): Label | null {
  if (said.includes(1)) return 1
  return said.includes(null) ? null : 0
}

import { createClassRates, type Label } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { rateFigure } from './agreement-figures.ts'
import type { PerClaimFigures } from './bench-result.ts'
import type { Verdicts } from './judged.ts'

/**
 * Figures by claim, for labels that belong to a claim with several context sets: the claim counts as supported if any set supports it, and
 * as unsupported if none does. `null` if no claim has several sets.
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
    // Different labels of the sets mean that labels do not belong to claims.
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

/** One "supported" decides; "unsupported" needs a verdict on every set. */
function anyOf(said: readonly (Label | null)[]): Label | null {
  if (said.includes(1)) return 1
  return said.includes(null) ? null : 0
}

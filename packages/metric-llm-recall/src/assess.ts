import type { Runtime } from '@assay/core'
import { type Claim, type Verdict, verdictsInOrder } from '@assay/judge'
import { checkClaims, type RowTexts } from '@assay/metric-kit'
import type { Steps } from './context-recall-options.ts'

/** The claims of a sample with one verdict each, by either kind of steps. None means that no claim was found. */
export async function assess(
  steps: Steps,
  input: {
    readonly texts: RowTexts
    readonly runtime: Runtime
    /** Claims may be reused within it. */
    readonly scope: object
    readonly onRepair: (repair: string) => void
    readonly onGrouped: (groups: number) => void
    /** Told the claims as soon as they are known: a failed verification can still show them. */
    readonly onClaims: (claims: readonly Claim[]) => void
  },
): Promise<{ readonly claims: readonly Claim[]; readonly verdicts: readonly Verdict[] }> {
  const { runtime, scope, onRepair, onGrouped, onClaims } = input
  const { reference, contexts, userInput } = input.texts
  if ('assessor' in steps) {
    const { assessor } = steps
    const { claims, verdicts } = await assessor.assess({ reference, contexts, userInput, runtime, onRepair })
    checkClaims(claims, assessor.signature)
    onClaims(claims)
    return { claims, verdicts: verdictsInOrder(claims, verdicts, assessor.signature) }
  }
  const { extractor, verifier } = steps
  const claims = await extractor.extract({ text: reference, of: 'reference', userInput, runtime, scope, onRepair })
  if (claims.length === 0) return { claims, verdicts: [] }
  checkClaims(claims, extractor.signature)
  onClaims(claims)
  const verdicts = await verifier.verify({ claims, contexts, userInput, runtime, onRepair, onGrouped })
  return { claims, verdicts: verdictsInOrder(claims, verdicts, verifier.signature) }
}

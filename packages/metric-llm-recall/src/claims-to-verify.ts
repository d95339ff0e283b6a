import type { Runtime } from '@assay/core'
import { afterRepairs, type Extraction, type Verification, verdictsInOrder } from '@assay/judge'
import { checkClaims, type RowTexts } from '@assay/metric-kit'
import type { Steps } from './context-recall-options.ts'

/** `verify` gives one verdict for each claim. */
export type ClaimsToVerify = Extraction & { readonly verify: () => Promise<Verification> }

/**
 * The claims of a sample, by either kind of steps; none if none were found. An assessor has judged them already, and a failed
 * verification can still show them.
 * @param scope Claims may be reused within it.
 */
export async function claimsToVerify(
  steps: Steps,
  { texts, runtime, scope }: { texts: RowTexts; runtime: Runtime; scope: object },
): Promise<ClaimsToVerify> {
  const { reference, contexts, userInput } = texts
  if ('assessor' in steps) {
    const { signature } = steps.assessor
    const assessed = await steps.assessor.assess({ reference, contexts, userInput, runtime })
    checkClaims(assessed, signature)
    return { ...assessed, verify: async () => verdictsInOrder(assessed.claims, assessed, signature) }
  }
  const { extractor, verifier } = steps
  const extracted = await extractor.extract({ text: reference, of: 'reference', userInput, runtime, scope })
  checkClaims(extracted, extractor.signature)
  const { claims } = extracted
  const verify = async (): Promise<Verification> =>
    verdictsInOrder(claims, await afterRepairs(extracted, verifier.verify({ claims, contexts, userInput, runtime })), verifier.signature)
  return { ...extracted, verify }
}

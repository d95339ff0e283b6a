import { AssayError, type Runtime, type SampleWith } from '@assay/core'
import { afterRepairs, type Extraction, type Verification, verdictsInOrder } from '@assay/judge'
import type { Steps } from './context-recall-options.ts'

/** `verify` gives one verdict for each claim. */
export type ClaimsToVerify = Extraction & { readonly verify: () => Promise<Verification> }

/**
 * The claims of a sample, by either kind of steps; none where none was found. An assessor has judged them already, and a failed
 * verification can still show them.
 * @param scope Claims may be reused within it.
 */
export async function claimsToVerify(
  steps: Steps,
  { sample, runtime, scope }: { sample: SampleWith<'reference' | 'retrievedContexts'>; runtime: Runtime; scope: object },
): Promise<ClaimsToVerify> {
  const { reference, retrievedContexts: contexts, userInput } = sample
  if ('assessor' in steps) {
    const { signature } = steps.assessor
    const assessed = await steps.assessor.assess({ reference, contexts, userInput, runtime })
    checkClaims(assessed, signature)
    return { ...assessed, verify: async () => verdictsInOrder(assessed.claims, assessed, signature) }
  }
  const { extractor, verifier } = steps
  const extracted = await extractor.extract({ reference, userInput, runtime, scope })
  checkClaims(extracted, extractor.signature)
  const { claims } = extracted
  const verify = async (): Promise<Verification> =>
    verdictsInOrder(claims, await afterRepairs(extracted, verifier.verify({ claims, contexts, userInput, runtime })), verifier.signature)
  return { ...extracted, verify }
}

/** Claims come from anywhere; ids that repeat would let one verdict stand for two of them. */
function checkClaims({ claims, repairs }: Extraction, by: string): void {
  if (new Set(claims.map(({ id }) => id)).size < claims.length) {
    throw new AssayError({ kind: 'config', message: `${by} gave two claims the same id. Each needs its own.`, repairs })
  }
}

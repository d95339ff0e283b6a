import { type ClaimVerifier, type Verdict, verdictsInOrder, type VerifyInput } from '@assay/judge'

export type VerifierAnswer = {
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  /** What was repaired, corrected or requested again. */
  readonly repairs: readonly string[]
  /** The largest number of groups of contexts; 0 if they were sent together. */
  readonly grouped: number
}

/**
 * Calls a verifier, and joins its verdicts with the claims by id.
 * @throws AssayError, with the repairs that came before it; `Suspended` passes through.
 */
export async function callVerifier(
  verifier: ClaimVerifier,
  input: Pick<VerifyInput, 'claims' | 'contexts' | 'userInput' | 'runtime'>,
): Promise<VerifierAnswer> {
  const { verdicts, repairs = [], groups = 0 } = verdictsInOrder(input.claims, await verifier.verify(input), verifier.signature)
  return { verdicts, repairs, grouped: groups > 1 ? groups : 0 }
}

import { type ClaimVerifier, type Verdict, verdictsInOrder, type VerifyInput } from '@assay/judge'

export type VerifierAnswer = {
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  /** What was repaired, corrected or asked again. */
  readonly repairs: readonly string[]
  /** In how many groups contexts were shown, at most; 0 where they were shown together. */
  readonly grouped: number
}

/**
 * Asks a verifier, and joins what it says with the claims by id.
 * @throws AssayError, with the repairs that came before it; `Suspended` passes through.
 */
export async function askVerifier(
  verifier: ClaimVerifier,
  input: Pick<VerifyInput, 'claims' | 'contexts' | 'userInput' | 'runtime'>,
): Promise<VerifierAnswer> {
  const { verdicts, repairs = [], groups = 0 } = verdictsInOrder(input.claims, await verifier.verify(input), verifier.signature)
  return { verdicts, repairs, grouped: groups > 1 ? groups : 0 }
}

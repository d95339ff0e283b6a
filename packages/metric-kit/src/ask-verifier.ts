import { type ClaimVerifier, type Verdict, verdictsInOrder, type VerifyInput } from '@assay/judge'

export type VerifierAnswer = {
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  /** What was repaired, corrected or asked again. */
  readonly repairs: readonly string[]
  /** In how many groups contexts were shown, at most; 0 where they were shown together. */
  readonly grouped: number
}

/** What is told of a question whether or not it is answered. */
export type VerifierNotes = { readonly repairs: string[]; grouped: number }

/**
 * Asks a verifier, and joins what it says with the claims by id. `notes` is filled as it goes, so that a failure leaves what came before it.
 * @throws AssayError; `Suspended` passes through.
 */
export async function askVerifier(
  verifier: ClaimVerifier,
  input: Pick<VerifyInput, 'claims' | 'contexts' | 'userInput' | 'runtime'>,
  notes: VerifierNotes = { repairs: [], grouped: 0 },
): Promise<VerifierAnswer> {
  const verdicts = await verifier.verify({
    ...input,
    onRepair: (repair) => void notes.repairs.push(repair),
    onGrouped: (groups) => void (notes.grouped = Math.max(notes.grouped, groups)),
  })
  return { verdicts: verdictsInOrder(input.claims, verdicts, verifier.signature), ...notes }
}

import type { Claim, SplitText, Verdict } from '@assay/judge'
import { type Agreement, agreementOf } from './agreement.ts'
import type { Cells, Split } from './cells.ts'
import type { StepsDetail } from './metric-identity.ts'
import { type Uncovered, uncovered } from './uncovered.ts'

/** How a value came about that is a share of the claims of one text. */
export type ClaimsDetail = StepsDetail & {
  readonly claims: readonly Claim[]
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  /** What of the text may have been lost in splitting it into claims. */
  readonly uncovered: Uncovered
  /** Claims that were called supported without a quote that was found. Where one is required they count as unsupported. */
  readonly noVerifiedQuote: number
  /** Set where the response declines to answer in part, and claims something all the same. */
  readonly declines?: true
  /** How far votes agreed; absent where none were cast. */
  readonly agreement?: Agreement
  /** In how many groups contexts were shown, at most. Absent where they were shown together. */
  readonly grouped?: number
  /** What was repaired, corrected or asked again. */
  readonly repairs: readonly string[]
}

export function claimsDetail(
  start: StepsDetail,
  o: { readonly text: string; readonly split: Split; readonly verdicts: readonly Verdict[]; readonly cells: Cells },
): ClaimsDetail {
  const { text, split, verdicts, cells } = o
  return {
    ...start,
    claims: split.claims,
    verdicts,
    uncovered: uncovered(text, split.claims),
    noVerifiedQuote: verdicts.filter(lacksQuote).length,
    ...(split.declines ? { declines: true } : {}),
    ...askedDetail(verdicts, cells),
  }
}

/** What is known of a row that has no value: the claims of the text that it is about, if it was split. */
export function failedDetail(
  start: StepsDetail,
  cells: Cells,
  of: SplitText,
): StepsDetail & Pick<ClaimsDetail, 'repairs'> & Partial<Pick<ClaimsDetail, 'claims'>> {
  const { [of]: claims } = cells.claims()
  return { ...start, ...(claims === undefined ? {} : { claims }), repairs: cells.repairs() }
}

/** How votes went, contexts were shown, and replies were read, whatever was verified. */
export function askedDetail(verdicts: readonly Verdict[], cells: Cells): Pick<ClaimsDetail, 'agreement' | 'grouped' | 'repairs'> {
  const agreement = agreementOf(verdicts)
  const grouped = cells.grouped()
  return {
    ...(agreement === undefined ? {} : { agreement }),
    ...(grouped === 0 ? {} : { grouped }),
    repairs: cells.repairs(),
  }
}

/** A "yes" without a place in what it was verified against, whether or not it was taken back for that. */
export function lacksQuote({ outcome, reason, evidence }: Verdict): boolean {
  return reason === 'no_verified_quote' || (outcome === 'supported' && !evidence.some(({ verified }) => verified))
}

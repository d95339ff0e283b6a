import type { Claim, SplitText, Verdict } from '@assay/judge'
import { type Agreement, agreementOf } from './agreement.ts'
import type { Cells, Split } from './cells.ts'
import type { StepsDetail } from './metric-identity.ts'
import { type Uncovered, uncovered } from './uncovered.ts'

/** The explanation of a value that is a share of the claims of one text. */
export type ClaimsDetail = StepsDetail & {
  readonly claims: readonly Claim[]
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  /** Parts of the text that may be missing from its claims. */
  readonly uncovered: Uncovered
  /** Claims marked as supported without a quote that was found. If quotes are required they count as unsupported. */
  readonly noVerifiedQuote: number
  /** Set if the response declines in part, but still makes a claim. */
  readonly declines?: true
  /** How far votes agreed; absent without votes. */
  readonly agreement?: Agreement
  /** The largest number of groups of contexts. Absent if they were sent together. */
  readonly grouped?: number
  /** What was repaired, corrected or requested again. */
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
    ...verdictsDetail(verdicts, cells),
  }
}

/** The detail of a row without a value: the claims of its text, if it was split. */
export function failedDetail(
  start: StepsDetail,
  cells: Cells,
  of: SplitText,
): StepsDetail & Pick<ClaimsDetail, 'repairs'> & Partial<Pick<ClaimsDetail, 'claims'>> {
  const { [of]: claims } = cells.claims()
  return { ...start, ...(claims === undefined ? {} : { claims }), repairs: cells.repairs() }
}

/** The parts of a detail about votes, groups of contexts and repairs. */
export function verdictsDetail(verdicts: readonly Verdict[], cells: Cells): Pick<ClaimsDetail, 'agreement' | 'grouped' | 'repairs'> {
  const agreement = agreementOf(verdicts)
  const grouped = cells.grouped()
  return {
    ...(agreement === undefined ? {} : { agreement }),
    ...(grouped === 0 ? {} : { grouped }),
    repairs: cells.repairs(),
  }
}

/** A supported verdict without a verified quote, whether or not it was turned to unsupported for that. */
export function lacksQuote({ outcome, reason, evidence }: Verdict): boolean {
  return reason === 'no_verified_quote' || (outcome === 'supported' && !evidence.some(({ verified }) => verified))
}

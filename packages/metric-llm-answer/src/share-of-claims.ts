import {
  type Against,
  type ClaimsDetail,
  claimsDetail,
  type ClaimSteps,
  failedDetail,
  type JudgedRow,
  openCells,
  type Outcome,
  shareOutcome,
  type StepsDetail,
  withoutClaims,
  type Wording,
} from '@assay/metric-kit'
import type { SplitText } from '@assay/judge'

/** The claims of one text that another one, or the contexts together, support / all its claims. */
export async function shareOfClaims(
  { texts, runtime, scope, onFailure }: JudgedRow<ClaimsDetail>,
  o: {
    readonly steps: ClaimSteps
    readonly start: StepsDetail
    readonly of: SplitText
    readonly against: Against
    readonly wording: Wording
  },
): Promise<Outcome<ClaimsDetail>> {
  const { steps, start, of, against, wording } = o
  const cells = openCells({ steps, texts, runtime, scope })
  onFailure(() => failedDetail(start, cells, of))
  const split = await cells.split(of)
  const none = withoutClaims(split, of)
  if (none !== undefined) return { ...none, detail: failedDetail(start, cells, of) }
  const verdicts = await cells.pair(of, split.claims, against)
  const detail = claimsDetail(start, { text: texts[of], split, verdicts, cells })
  return shareOutcome(verdicts, { threshold: steps.verifier.threshold, wording, detail })
}

import { checkEvidence } from '../quote/check-evidence.ts'
import { createQuoteFinder } from '../quote/find-quote.ts'
import type { Claim } from '../claim.ts'
import type { Verdict } from '../verdict.ts'
import type { WireJudgement } from '../wire/judgement.ts'
import type { ShownContexts } from './shown-contexts.ts'

export type QuoteOptions = {
  /** A claim without a verified quote counts as unsupported, with the reason `no_verified_quote`. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
}

export const DEFAULT_MIN_QUOTE = 12

/**
 * Reads a judge's answers as verdicts: quotes are looked up, context numbers become indices in the full list. `repairs` names the quotes
 * that were found in another context.
 */
export function toVerdicts(
  claims: readonly Claim[],
  answerTo: (claim: Claim) => WireJudgement | undefined,
  o: { readonly shown: ShownContexts; readonly minQuote: number; readonly requireQuote: boolean; readonly decidedBy: string },
): { readonly verdicts: Verdict[]; readonly repairs: readonly string[] } {
  const find = createQuoteFinder(o.shown.texts, o.minQuote)
  const repairs: string[] = []
  const verdicts = claims.flatMap((claim): Verdict[] => {
    const answer = answerTo(claim)
    if (answer === undefined) return []
    const { evidence, corrections } = checkEvidence(answer.evidence, o.shown, find)
    for (const correction of corrections) repairs.push(`${claim.id}: ${correction}`)
    const unproven = answer.supported && o.requireQuote && !evidence.some(({ verified }) => verified)
    const outcome = answer.supported && !unproven ? 'supported' : 'unsupported'
    const reason = unproven ? 'no_verified_quote' : answer.reason
    return [{ claim: claim.id, outcome, decidedBy: o.decidedBy, reason, evidence }]
  })
  return { verdicts, repairs }
}

import { checkEvidence } from '../quote/check-evidence.ts'
import { createQuoteFinder } from '../quote/find-quote.ts'
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

/** Reads a judge's answers as verdicts: its quotes are looked up, its context numbers become places in the full list. */
export function createVerdictReader(o: {
  readonly shown: ShownContexts
  readonly minQuote: number
  readonly requireQuote: boolean
  readonly decidedBy: string
  /** Told of corrected quotes. */
  readonly onRepair: (repair: string) => void
}): (claim: string, answer: WireJudgement) => Verdict {
  const find = createQuoteFinder(o.shown.texts, o.minQuote)
  return (claim, { supported, reason, evidence: quoted }) => {
    const evidence = checkEvidence(quoted, o.shown, find, (correction) => o.onRepair(`${claim}: ${correction}`))
    const unproven = supported && o.requireQuote && !evidence.some(({ verified }) => verified)
    return {
      claim,
      outcome: supported && !unproven ? 'supported' : 'unsupported',
      decidedBy: o.decidedBy,
      reason: unproven ? 'no_verified_quote' : reason,
      evidence,
    }
  }
}

import type { DetailSummarizer, JsonObject } from '@assay/core'
import type { ClaimVerifier, Verdict } from '@assay/judge'
import { createKrippendorffAlpha } from '@assay/stats'
import { agreementOf } from './agreement.ts'

/** `verdictSummary` for a metric with such a verifier: a screen alone has no votes and no deciders. */
export function summarizeVerdicts<Detail extends object>(
  { kind, composition }: ClaimVerifier,
  verdictsOf: (detail: Partial<Detail>) => readonly Verdict[],
): (() => DetailSummarizer<Detail>) | undefined {
  return kind === 'judge' || composition !== undefined ? () => verdictSummary(verdictsOf) : undefined
}

/**
 * Over all claims of a run: which verifier decided them, how far votes agreed, and how many rows were verified in groups of contexts.
 * Rows without a majority count, too.
 */
function verdictSummary<Detail extends object>(verdictsOf: (detail: Partial<Detail>) => readonly Verdict[]): DetailSummarizer<Detail> {
  const alpha = createKrippendorffAlpha<string>()
  const decidedBy = new Map<string, number>()
  const voted = { claims: 0, unanimous: 0, repeats: 0 }
  let claims = 0
  let grouped = 0
  let hasVotes = false
  return {
    add({ detail }) {
      const verdicts = detail === undefined ? [] : verdictsOf(detail)
      if (detail !== undefined && 'grouped' in detail && detail.grouped !== undefined) grouped += 1
      for (const verdict of verdicts) {
        claims += 1
        decidedBy.set(verdict.decidedBy, (decidedBy.get(verdict.decidedBy) ?? 0) + 1)
        if (verdict.votes !== undefined) alpha.add(verdict.votes.map(({ outcome }) => outcome))
      }
      const agreement = agreementOf(verdicts)
      if (agreement === undefined) return
      hasVotes = true
      voted.claims += agreement.claims
      voted.unanimous += agreement.unanimous
      voted.repeats += agreement.repeats
    },
    result() {
      const { alpha: krippendorffAlpha, noAlpha } = alpha.result()
      const unanimousShare = voted.claims === 0 ? null : voted.unanimous / voted.claims
      const votes = hasVotes ? { ...voted, unanimousShare, krippendorffAlpha, noAlpha } : null
      const deciders = Array.from(decidedBy).sort(([, a], [, b]) => b - a)
      return {
        claims,
        decidedBy: Object.fromEntries(deciders),
        votes,
        ...(grouped === 0 ? {} : { grouped }),
        ...noteOf(claims, deciders, votes, grouped),
      }
    },
  }
}

function noteOf(
  claims: number,
  deciders: readonly (readonly [by: string, count: number])[],
  votes: { claims: number; unanimous: number; repeats: number; krippendorffAlpha: number | null; noAlpha: string | null } | null,
  grouped: number,
): JsonObject {
  const notes: string[] = []
  if (votes !== null) {
    const { unanimous, krippendorffAlpha, noAlpha, repeats } = votes
    notes.push(`votes agree on ${unanimous} of ${votes.claims} claims`)
    notes.push(
      krippendorffAlpha === null ? `no Krippendorff's alpha (${noAlpha ?? ''})` : `Krippendorff's alpha ${krippendorffAlpha.toFixed(3)}`,
    )
    if (repeats > 0) notes.push(`${repeats} of these are repeats of one judge at temperature 0, not independent votes`)
  }
  if (deciders.length > 1) notes.push(deciders.map(([by, count]) => `${by} decided ${count} of ${claims}`).join(', '))
  if (grouped > 0) notes.push(`${grouped} ${grouped === 1 ? 'row' : 'rows'} verified in groups of contexts`)
  return notes.length === 0 ? {} : { note: notes.join('; ') }
}

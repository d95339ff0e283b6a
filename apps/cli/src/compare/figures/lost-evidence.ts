import { isRecord } from '../report/is-record.ts'

/** What one row had in A and has not in B. */
export type Lost = {
  readonly kind: 'claim' | 'id' | 'reference context'
  readonly text: string
  /** The claim stands in no list of B: its judge split the reference otherwise, and its loss may be no more than that. */
  readonly isNotAsked?: true
  /** In A a screen left the claim open, and it counted as supported or not by its probability. */
  readonly wasUndecided?: true
}

/** Claims supported or left open in A and not in B, ids found, and reference contexts matched, by the form of the three recalls' details. */
export function lostEvidence(before: unknown, after: unknown): Lost[] {
  if (!isRecord(before) || !isRecord(after)) return []
  return [...lostClaims(before, after), ...lostIds(before, after), ...lostContexts(before, after)]
}

/** The texts of the claims that a judged score rests on. */
export function claimTexts(detail: unknown): string[] {
  return isRecord(detail) ? records(detail['claims']).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) : []
}

function lostClaims(before: Record<string, unknown>, after: Record<string, unknown>): Lost[] {
  const kept = new Set(claimsThat(['supported', 'undecided'], after))
  const stillSupported = new Set(claimsThat(['supported'], after))
  const asked = new Set(claimTexts(after))
  const lost = (text: string, remark: Pick<Lost, 'wasUndecided'> = {}): Lost => {
    const notAsked = asked.size === 0 || asked.has(text) ? {} : { isNotAsked: true as const }
    return { kind: 'claim', text, ...notAsked, ...remark }
  }
  return [
    ...claimsThat(['supported'], before)
      .filter((text) => !stillSupported.has(text))
      .map((text) => lost(text)),
    ...claimsThat(['undecided'], before)
      .filter((text) => !kept.has(text))
      .map((text) => lost(text, { wasUndecided: true })),
  ]
}

function claimsThat(outcomes: readonly unknown[], detail: Record<string, unknown>): string[] {
  const meant = new Set(records(detail['verdicts']).flatMap(({ claim, outcome }) => (outcomes.includes(outcome) ? [claim] : [])))
  return records(detail['claims']).flatMap(({ id, text }) => (typeof text === 'string' && meant.has(id) ? [text] : []))
}

function lostIds({ found }: Record<string, unknown>, { found: still }: Record<string, unknown>): Lost[] {
  if (!Array.isArray(still)) return []
  const kept = new Set<unknown>(still)
  return list(found).flatMap((id): Lost[] => (typeof id === 'string' && !kept.has(id) ? [{ kind: 'id', text: id }] : []))
}

function lostContexts({ contexts }: Record<string, unknown>, { contexts: still }: Record<string, unknown>): Lost[] {
  const kept = new Set(matched(still))
  return matched(contexts)
    .filter((index) => !kept.has(index))
    .map((index) => ({ kind: 'reference context', text: `number ${index + 1}` }))
}

function matched(contexts: unknown): number[] {
  return records(contexts).flatMap(({ index, matched: isMatched }) => (isMatched === true && typeof index === 'number' ? [index] : []))
}

function records(value: unknown): Record<string, unknown>[] {
  return list(value).filter(isRecord)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

import { isRecord } from '../report/is-record.ts'

/** How a claim stood in one run. */
export type ClaimState = {
  /** `not_asked`: in no list of that run, whose judge split the reference otherwise. `not_looked_for`: nothing was retrieved. */
  readonly outcome: 'supported' | 'unsupported' | 'undecided' | 'not_asked' | 'not_looked_for'
  /** Of an undecided one, where its verifier gave one: what it counted by. */
  readonly probability?: number
}

/** What one row had in A and has not, or less surely, in B. */
export type Lost =
  | { readonly kind: 'claim'; readonly text: string; readonly a: ClaimState; readonly b: ClaimState }
  | { readonly kind: 'id' | 'reference context'; readonly text: string }

/** Claims that stood better in A than in B, ids found, and reference contexts matched, by the form of the three recalls' details. */
export function lostEvidence(before: unknown, after: unknown): Lost[] {
  if (!isRecord(before) || !isRecord(after)) return []
  return [...lostClaims(before, after), ...lostIds(before, after), ...lostContexts(before, after)]
}

/** The texts of the claims that a judged score rests on. */
export function claimTexts(detail: unknown): string[] {
  return isRecord(detail) ? records(detail['claims']).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) : []
}

function lostClaims(before: Record<string, unknown>, after: Record<string, unknown>): Lost[] {
  const inB = claimStates(after)
  const elsewhere: ClaimState = { outcome: inB.size === 0 ? 'not_looked_for' : 'not_asked' }
  return Array.from(claimStates(before)).flatMap(([text, a]): Lost[] => {
    const b = inB.get(text) ?? elsewhere
    return standing(a) > standing(b) ? [{ kind: 'claim', text, a, b }] : []
  })
}

/** By their text; of one that a list holds twice, the better verdict. */
function claimStates(detail: Record<string, unknown>): Map<string, ClaimState> {
  const verdicts = new Map(records(detail['verdicts']).map((verdict) => [verdict['claim'], verdict]))
  const states = new Map<string, ClaimState>()
  for (const { id, text } of records(detail['claims'])) {
    const { outcome, probability } = verdicts.get(id) ?? {}
    if (typeof text !== 'string' || (outcome !== 'supported' && outcome !== 'unsupported' && outcome !== 'undecided')) continue
    const state: ClaimState = outcome === 'undecided' && typeof probability === 'number' ? { outcome, probability } : { outcome }
    const known = states.get(text)
    if (known === undefined || standing(state) > standing(known)) states.set(text, state)
  }
  return states
}

/** Supported above undecided, that by its probability above all else. */
function standing({ outcome, probability = 0 }: ClaimState): number {
  if (outcome === 'supported') return 3
  return outcome === 'undecided' ? 1 + probability : 0
}

function lostIds({ found }: Record<string, unknown>, { found: still }: Record<string, unknown>): Lost[] {
  if (!Array.isArray(still)) return []
  const kept = new Set<unknown>(still)
  return list(found).flatMap((id): Lost[] => (typeof id === 'string' && !kept.has(id) ? [{ kind: 'id', text: id }] : []))
}

function lostContexts({ contexts }: Record<string, unknown>, { contexts: still }: Record<string, unknown>): Lost[] {
  const kept = new Set(matched(still))
  const beginnings = new Map(records(still).map(({ index, beginning }) => [index, beginning]))
  return matched(contexts)
    .filter((index) => !kept.has(index))
    .map((index) => {
      const beginning = beginnings.get(index)
      const text = typeof beginning === 'string' ? `: ${beginning.trim().replaceAll(/\s+/g, ' ')}` : ''
      return { kind: 'reference context', text: `number ${index + 1}${text}` }
    })
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

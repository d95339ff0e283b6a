import { isRecord } from '@assay/core'

/** How a claim stood in one run. */
export type ClaimState = {
  /** `not_asked`: in no list of that run, whose judge split the reference otherwise. `not_looked_for`: nothing was retrieved. */
  readonly outcome: 'supported' | 'unsupported' | 'undecided' | 'not_asked' | 'not_looked_for'
  /** Of an undecided one, where its verifier gave one: what it counted by. */
  readonly probability?: number
}

/** What stood better in one run than in the other: a claim with its state in both, an id that was found, a reference context that was matched. */
export type EvidenceChange =
  | { readonly kind: 'claim'; readonly text: string; readonly a: ClaimState; readonly b: ClaimState }
  | { readonly kind: 'id' | 'reference context'; readonly text: string }

/** What the score of a row rests on, by the form of the three recalls' details. */
export type RowEvidence = {
  /** By their text; of one that a list holds twice, the better verdict. */
  readonly claims: ReadonlyMap<string, ClaimState>
  /** `undefined` where the score is not by ids. */
  readonly found: readonly string[] | undefined
  /** Numbers from 0 of the reference contexts that were matched. */
  readonly matched: readonly number[]
  /** How those that were not matched begin. */
  readonly beginnings: ReadonlyMap<number, string>
}

/** `undefined` where there is no detail. */
export function evidenceOf(detail: unknown): RowEvidence | undefined {
  if (!isRecord(detail)) return undefined
  const contexts = records(detail['contexts'])
  return {
    claims: claimStates(detail),
    found: Array.isArray(detail['found']) ? list(detail['found']).filter((id) => typeof id === 'string') : undefined,
    matched: contexts.flatMap(({ index, matched }) => (matched === true && typeof index === 'number' ? [index] : [])),
    beginnings: new Map(
      contexts.flatMap(({ index, beginning }) =>
        typeof index === 'number' && typeof beginning === 'string' ? [[index, beginning.trim().replaceAll(/\s+/g, ' ')] as const] : [],
      ),
    ),
  }
}

export type EvidenceChanges = {
  /** What stood better in A. */
  readonly lost: readonly EvidenceChange[]
  /** What stands better in B. */
  readonly gained: readonly EvidenceChange[]
}

export function evidenceChanges(a: RowEvidence | undefined, b: RowEvidence | undefined): EvidenceChanges {
  if (a === undefined || b === undefined) return { lost: [], gained: [] }
  return { lost: betterIn(a, b), gained: betterIn(b, a).map(turned) }
}

/** The texts of the claims that a judged score rests on. */
export function claimTexts(detail: unknown): string[] {
  return isRecord(detail) ? records(detail['claims']).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) : []
}

/** What stands better in `one` than in `other`, states as if `one` were A. */
function betterIn(one: RowEvidence, other: RowEvidence): EvidenceChange[] {
  const absent: ClaimState = { outcome: other.claims.size === 0 ? 'not_looked_for' : 'not_asked' }
  const claims = Array.from(one.claims).flatMap(([text, a]): EvidenceChange[] => {
    const b = other.claims.get(text) ?? absent
    return standing(a) > standing(b) ? [{ kind: 'claim', text, a, b }] : []
  })
  const stillFound = new Set(other.found)
  const ids = other.found === undefined ? [] : (one.found ?? []).filter((id) => !stillFound.has(id))
  const contexts = one.matched.filter((index) => !other.matched.includes(index))
  return [
    ...claims,
    ...ids.map((text) => ({ kind: 'id', text }) as const),
    ...contexts.map((index) => ({ kind: 'reference context', text: contextName(index, other.beginnings.get(index)) }) as const),
  ]
}

function contextName(index: number, beginning: string | undefined): string {
  return `number ${index + 1}${beginning === undefined ? '' : `: ${beginning}`}`
}

function turned(change: EvidenceChange): EvidenceChange {
  return change.kind === 'claim' ? { ...change, a: change.b, b: change.a } : change
}

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

function records(value: unknown): Record<string, unknown>[] {
  return list(value).filter(isRecord)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

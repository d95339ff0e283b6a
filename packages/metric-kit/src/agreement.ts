import type { Verdict, Vote } from '@assay/judge'

/** How far the votes on claims agree. Failed votes are left out. */
export type Agreement = {
  /** Claims with at least two valid votes. */
  readonly claims: number
  /** Claims on which all valid votes agree. */
  readonly unanimous: number
  /** unanimous / claims; `null` if no claim has two valid votes. */
  readonly unanimousShare: number | null
  /** Unanimous claims whose votes all came from one judge at temperature 0: repeats, not independent votes. */
  readonly repeats: number
}

/** `undefined` if no claim was voted on. */
export function agreementOf(verdicts: readonly Verdict[]): Agreement | undefined {
  const elections = verdicts.flatMap(({ votes }) => (votes === undefined ? [] : [validVotes(votes)]))
  if (elections.length === 0) return undefined
  const contested = elections.filter((votes) => votes.length > 1)
  const unanimous = contested.filter(isUnanimous)
  return {
    claims: contested.length,
    unanimous: unanimous.length,
    unanimousShare: contested.length === 0 ? null : unanimous.length / contested.length,
    repeats: unanimous.filter(isRepeat).length,
  }
}

function validVotes(votes: readonly Vote[]): readonly Vote[] {
  return votes.filter(({ outcome }) => outcome !== null)
}

function isUnanimous([first, ...others]: readonly Vote[]): boolean {
  return others.every(({ outcome }) => outcome === first?.outcome)
}

function isRepeat([first, ...others]: readonly Vote[]): boolean {
  return first?.repeatable === true && others.every(({ by, repeatable }) => by === first.by && repeatable === true)
}

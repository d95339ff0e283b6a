import type { UnscoredCause } from '@assay/core'
import type { Verdict } from '@assay/judge'
import type { Outcome } from './judged-metric.ts'
import { tally, type Tally } from './tally.ts'

/** The wording of verdicts: `2 of 3 claims are supported by the retrieved contexts`. */
export type Wording = {
  /** For one and for several. */
  readonly items: readonly [one: string, several: string]
  /** After "is" and "are". */
  readonly holds: string
}

/** The share of supported verdicts, or why there is none. */
export function shareOutcome<Detail>(
  verdicts: readonly Verdict[],
  o: { readonly threshold: number | undefined; readonly wording: Wording; readonly detail: Detail },
): Outcome<Detail> {
  const { threshold, wording, detail } = o
  const found = tally(verdicts, threshold)
  const reason = shareReason(found, verdicts.length, threshold, wording)
  if (found.tied > 0) return { cause: 'no_majority', reason, detail }
  return found.value === null ? { cause: 'undecided', reason, detail } : { value: found.value, range: found.range, reason, detail }
}

export function shareReason(
  { supported, undecided, tied, likely }: Tally,
  count: number,
  threshold: number | undefined,
  wording: Wording,
): string {
  const sentence = countText(supported, count, wording)
  if (tied > 0) return `${sentence}; on ${tied} as many valid votes were cast for as against.`
  if (undecided === 0) return `${sentence}.`
  if (threshold === undefined || likely === null)
    return `${sentence}; ${undecided} stayed undecided, and the verifier has no threshold to count them.`
  const counting = `${supported + likely} ${ofAll(count, wording)} ${count === 1 ? 'counts' : 'count'} as ${wording.holds}`
  return `${counting}: ${supported} decided as such, and ${likely} of ${undecided} left undecided, at a probability of ${threshold} or more.`
}

/** `2 of 3 claims are supported by the retrieved contexts`, without a full stop. */
export function countText(some: number, count: number, wording: Wording): string {
  return `${some} ${ofAll(count, wording)} ${count === 1 ? 'is' : 'are'} ${wording.holds}`
}

function ofAll(count: number, { items: [one, several] }: Wording): string {
  return `of ${count} ${count === 1 ? one : several}`
}

/**
 * Why verdicts of several kinds cannot be combined, named by the first undecided one: no threshold defines how two undecided verdicts
 * combine. `undefined` if all are decided.
 */
export function openOutcome(
  lists: readonly (readonly Verdict[])[],
): { readonly cause: UnscoredCause; readonly reason: string } | undefined {
  const open = lists.flatMap((verdicts) => verdicts.filter(({ outcome }) => outcome === 'undecided'))
  const [first] = open
  if (first === undefined) return undefined
  if (first.votes !== undefined)
    return { cause: 'no_majority', reason: `On ${first.claim} as many valid votes were cast for as against, which leaves it open.` }
  return {
    cause: 'undecided',
    reason: `${first.claim} stayed undecided${open.length > 1 ? `, as did ${open.length - 1} more` : ''}; what several verdicts make together needs each of them decided.`,
  }
}

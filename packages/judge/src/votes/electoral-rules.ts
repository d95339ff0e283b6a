import { configError } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'

export type ElectionOptions = {
  /**
   * The number of valid votes needed, from 1 to all. Default: all, so that a vote that failed (after its repair) leaves the sample
   * unscored with its cause. With fewer, a tie among the valid ones is possible, and leaves the sample unscored as `no_majority`.
   */
  readonly quorum?: number | undefined
}

/** The quorum. @throws AssayError `config` for an even or too small number of votes, a quorum out of range, or a screen among the voters. */
export function checkedQuorum(
  factory: string,
  voters: readonly ClaimVerifier[],
  count: number,
  { quorum = count }: ElectionOptions,
): number {
  if (!Number.isSafeInteger(count) || count < 3 || count % 2 === 0) {
    throw configError(`${factory}: ${count} votes can end in a tie or decide nothing; take an odd number from 3.`)
  }
  if (!Number.isSafeInteger(quorum) || quorum < 1 || quorum > count) {
    throw configError(`${factory}: quorum is ${quorum}; it must be an integer from 1 to ${count}, the number of votes.`)
  }
  const screen = voters.find(({ kind }) => kind === 'screen')
  if (screen !== undefined) {
    throw configError(
      `${factory}: ${screen.signature} is a screen: it gives the same verdict each time and may leave claims undecided. Put it before the vote with cascade().`,
    )
  }
  return quorum
}

import type { Claim, ShownContexts, Verdict } from '@assay/judge'

/** A judge's verdict on one retrieved context. */
export type RetrievedContext = {
  /** 0-based index in the sample's retrieved contexts. */
  readonly index: number
  readonly useful: boolean | null
  readonly reason: string
  readonly evidence: Verdict['evidence']
  /** The verdict of each voter, if it was voted on. */
  readonly votes?: Verdict['votes'] & {}
}

/** The contexts as items, `k1`, `k2`, … */
export function contextItems({ texts }: ShownContexts): Claim[] {
  return texts.map((text, at) => ({ id: `k${at + 1}`, text }))
}

/** Verdicts on such items, as verdicts on the contexts at their places in the sample. `null` is a vote without a majority. */
export function retrievedContexts({ indices }: ShownContexts, verdicts: readonly Verdict[]): RetrievedContext[] {
  return verdicts.map(({ outcome, reason, evidence, votes }, at) => {
    const index = indices[at] ?? -1
    return {
      index,
      useful: outcome === 'undecided' ? null : outcome === 'supported',
      reason,
      evidence: evidence.map((piece) => ({ ...piece, context: index })),
      ...(votes === undefined ? {} : { votes }),
    }
  })
}

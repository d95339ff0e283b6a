/** A verifier's decision on one claim. */
export type Verdict = {
  /** The claim's id. */
  readonly claim: string
  /** LLM judges answer supported or unsupported; only screens may leave a claim undecided. */
  readonly outcome: 'supported' | 'unsupported' | 'undecided'
  /** The probability that the claim is supported, in [0, 1], if the verifier gives one. */
  readonly probability?: number
  /** The verifier that decided it, by its name in signatures. */
  readonly decidedBy: string
  readonly reason: string
  readonly evidence: readonly Evidence[]
  /** The verdict of each voter, in their order, if the claim was voted on. Votes without a majority leave it undecided. */
  readonly votes?: readonly Vote[]
  /** The claim or the contexts are outside the verifier's domain: its probability means little. */
  readonly outOfScope?: true
}

export type Vote = {
  /** The voter, by its name in signatures. */
  readonly by: string
  /** `null` if the vote failed and was left out. */
  readonly outcome: 'supported' | 'unsupported' | null
  /** The voter's reason; the kind of failure if it failed. */
  readonly reason: string
  /** From a model at temperature 0: a further vote of the same voter is a repetition more than a confirmation. */
  readonly repeatable?: true
}

export type Evidence = {
  /**
   * 0-based index in the sample's full list of retrieved contexts; −1 if a judge named one it was not sent. 0 in a text that `against`
   * names.
   */
  readonly context: number
  /** The text of the sample that the claim was verified against, if not its retrieved contexts. */
  readonly against?: 'reference' | 'response'
  readonly quote: string
  /** Whether the quote was found there. It shows the place, not that the place proves the claim. */
  readonly verified: boolean
  /** Start and end of the quote in the context, in UTF-16 code units, if it was found as one piece. */
  readonly span?: readonly [start: number, end: number]
}

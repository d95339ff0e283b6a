/** What a verifier says of one claim. */
export type Verdict = {
  /** The claim's id. */
  readonly claim: string
  /** LLM judges answer supported or unsupported; only screens may leave a claim undecided. */
  readonly outcome: 'supported' | 'unsupported' | 'undecided'
  /** That the claim is supported, in [0, 1], where the verifier gives one. */
  readonly probability?: number
  /** The verifier that settled it, as its signature names it. */
  readonly decidedBy: string
  readonly reason: string
  readonly evidence: readonly Evidence[]
  /** What each voter said, in their order, where the claim was voted on. Votes without a majority leave it undecided. */
  readonly votes?: readonly Vote[]
  /** The verifier was not made for such a claim or such contexts: its probability says little. */
  readonly outOfScope?: true
}

export type Vote = {
  /** The voter, as its signature names it. */
  readonly by: string
  /** `null` where the vote failed and was left out. */
  readonly outcome: 'supported' | 'unsupported' | null
  /** The voter's; the kind of failure where it failed. */
  readonly reason: string
  /** Asked of a model at temperature 0: a further vote of the same voter repeats it more than it confirms it. */
  readonly repeatable?: true
}

export type Evidence = {
  /**
   * 0-based index in the sample's full list of retrieved contexts; −1 where a judge named one it was not shown. 0 in a text that
   * `against` names.
   */
  readonly context: number
  /** The text of the sample that the claim was verified against, where it is not its retrieved contexts. */
  readonly against?: 'reference' | 'response'
  readonly quote: string
  /** Whether the quote was found there. It shows the place, not that the place proves the claim. */
  readonly verified: boolean
  /** Start and end of the quote in the context, in UTF-16 code units, where it was found as one piece. */
  readonly span?: readonly [start: number, end: number]
}

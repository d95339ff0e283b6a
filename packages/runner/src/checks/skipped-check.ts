/** A check that was asked for and that nothing here can carry out, such as an assertion of another tool. */
export type SkippedCheck = {
  /** What it is called where it was asked for, as `llm-rubric`. */
  readonly name: string
  /** Why it was skipped and what to do about it, in a sentence. */
  readonly reason: string
  /** Where it stands, as `promptfooconfig.yaml:12`. */
  readonly place?: string | undefined
}

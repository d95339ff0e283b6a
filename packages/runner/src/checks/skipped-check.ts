/** A requested check that cannot be run here, such as an assertion of another tool. */
export type SkippedCheck = {
  /** Its name in the configuration, as `llm-rubric`. */
  readonly name: string
  /** Why it was skipped and what to do about it, in a sentence. */
  readonly reason: string
  /** Its place, as `promptfooconfig.yaml:12`. */
  readonly place?: string | undefined
}

/** What a host hands to a scorer. Which of it is there, and of what type, is between the host and its user. */
export type ScorerArgs = {
  readonly input?: unknown
  readonly output?: unknown
  readonly expected?: unknown
  readonly context?: unknown
}

import type { AssayErrorKind } from './assay-error.ts'

const STEPS: Readonly<Partial<Record<AssayErrorKind, string>>> = {
  quota: 'Add credit or raise the spending limit at the provider; waiting does not help.',
  rate_limit: 'Lower the concurrency or the requests per minute.',
  overloaded: 'Try again later, or name another model.',
  timeout: 'Allow more time, or send less at once.',
  context_overflow: 'Pass fewer or shorter contexts, or name a model with a larger context window.',
  request_too_large: 'Pass fewer or shorter contexts, or raise the limit at the provider.',
  truncated: 'Allow more tokens for the reply (`maxOutputTokens`).',
  content_filter: 'Look at the texts of this row, or name another model.',
  empty_reply: 'Try again, or name another model.',
  invalid_reply: 'Try again, or name another model.',
}

/** What the user can do about a failure of this kind; `undefined` if that depends on what failed. */
export function nextStepOf(kind: AssayErrorKind): string | undefined {
  return STEPS[kind]
}

import type { AssayErrorKind } from '@assay/core'
import type { Attempt } from './attempt.ts'

export type Refusal = {
  /** The refused parameter, as `LLMCall` or the vendor names it. */
  readonly parameter: string | undefined
  /** Whether it comes from the adapter's own options. */
  readonly setByUser: boolean
}

/** What a person does next about a failure of this kind, in one or two sentences. */
export type NextStep = (kind: AssayErrorKind, attempt: Attempt, refusal: Refusal) => string

const COMMON: Readonly<Partial<Record<AssayErrorKind, string>>> = {
  quota: 'Add credit or raise the spending limit at the provider; waiting does not help.',
  rate_limit: 'Lower the concurrency or the requests per minute.',
  overloaded: 'Try again later, or name another model.',
  timeout: 'Allow more time, or ask for less at once.',
  context_overflow: 'Pass fewer or shorter contexts, or name a model with a larger context window.',
  request_too_large: 'Pass fewer or shorter contexts, or raise the limit at the provider.',
  truncated: 'Allow more tokens for the reply (`maxOutputTokens`).',
  content_filter: 'Look at the texts of this row, or name another model.',
  empty_reply: 'Ask again, or name another model.',
  invalid_reply: 'Ask again, or name another model.',
  config: 'Look at `headers`, and at variables of the environment that hold headers: these carry no such character.',
  bad_request: 'Look at what the server says, and at `extraBody` if it is set.',
}

/** The next step where no vendor has one of its own. */
export const commonNextStep: NextStep = (kind, { where }, { parameter, setByUser }) => {
  if (kind === 'unsupported_parameter') {
    return setByUser ? `Take ${parameter} out of the options of the model.` : `Leave ${parameter} out, or name a model that takes it.`
  }
  return COMMON[kind] ?? `If it stays so, look at the status of the service or the log of the server at ${where}.`
}

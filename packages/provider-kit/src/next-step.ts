import { type AssayErrorKind, nextStepOf } from '@assay/core'
import type { Attempt } from './attempt.ts'

export type Refusal = {
  /** The refused parameter, as `LLMCall` or the vendor names it. */
  readonly parameter: string | undefined
  /** Whether it comes from the adapter's own options. */
  readonly setByUser: boolean
}

/** What a person does next about a failure of this kind, in one or two sentences. */
export type NextStep = (kind: AssayErrorKind, attempt: Attempt, refusal: Refusal) => string

const OF_ADAPTERS: Readonly<Partial<Record<AssayErrorKind, string>>> = {
  config: 'Look at `headers`, and at variables of the environment that hold headers: these carry no such character.',
  bad_request: 'Look at what the server says, and at `extraBody` if it is set.',
}

/** The next step where no vendor has one of its own. */
export const commonNextStep: NextStep = (kind, { where }, { parameter, setByUser }) => {
  if (kind === 'unsupported_parameter') {
    return setByUser ? `Take ${parameter} out of the options of the model.` : `Leave ${parameter} out, or name a model that takes it.`
  }
  return OF_ADAPTERS[kind] ?? nextStepOf(kind) ?? `If it stays so, look at the status of the service or the log of the server at ${where}.`
}

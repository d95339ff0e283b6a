import type { MeteredRuntime } from '@assay/core'

/** The answer of a target to one test. */
export type Answer = {
  /** The output after the provider's transform: a text, or any JSON value. */
  readonly output: unknown
  /** Available to a `contextTransform` as `context.metadata`. */
  readonly metadata?: unknown
  /** Whether the transform of the test was applied already. The output before it is not known. */
  readonly isTransformed?: boolean
  /** A placeholder of a dry run. */
  readonly isMadeUp?: boolean
}

/** The system under test, with the prompt of one test. */
export type Target = {
  /** Part of signatures: who answers which prompt. */
  readonly rests: string
  /** Whether its answers may have metadata. */
  readonly givesMetadata: boolean
  /** The prompt with its variables filled in. It is the question of a test that names none. */
  readonly prompt: string | undefined
  /** @throws AssayError without an answer. */
  readonly answer: (runtime: MeteredRuntime) => Promise<Answer>
}

/** The target of one row of a test, or why there is none. */
export type AnswerChoice = {
  /** Appended to the id of the test, if it has several rows. */
  readonly label: string
} & ({ readonly target: Target } | { readonly cannot: string })

/** Calls the target once for all checks of a row. The first check bears the cost. */
export function sharedTarget(target: Target): Target & { readonly joined: () => void } {
  let shared: Promise<Answer> | undefined
  let users = 0
  let taken = 0
  return {
    ...target,
    joined() {
      users += 1
    },
    answer(runtime) {
      shared ??= target.answer(runtime)
      const answer = shared
      taken += 1
      // The answer is then dropped, so that a repeat of the row calls the target again.
      if (taken >= users) [shared, taken] = [undefined, 0]
      return answer
    },
  }
}

/** An output as text; an object as its JSON. */
export function outputText(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
}

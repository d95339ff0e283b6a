import type { MeteredRuntime } from '@assay/core'

/** What a target gave for one test. */
export type Answer = {
  /** After a transform of its provider: a text, or anything that JSON holds. */
  readonly output: unknown
  /** What a `contextTransform` reads as `context.metadata`. */
  readonly metadata?: unknown
  /** The transform of the test was applied to it: what it was before is not known. */
  readonly isTransformed?: boolean
  /** Made up for a run that asks nobody. */
  readonly isMadeUp?: boolean
}

/** Who answers the prompt of one test: what the assertions on its output are about. */
export type Target = {
  /** Stands in signatures: who answered which prompt. */
  readonly rests: string
  /** Whether what it gives may hold more than its output. */
  readonly givesMetadata: boolean
  /** The prompt that it answers, filled in: the question where a test names none. */
  readonly prompt: string | undefined
  /** @throws AssayError where it has no answer. */
  readonly answer: (runtime: MeteredRuntime) => Promise<Answer>
}

/** One row of a test: who answers, or why nobody can. */
export type AnswerChoice = {
  /** Behind the id of the test, where it has several rows. */
  readonly label: string
} & ({ readonly target: Target } | { readonly cannot: string })

/** An answer is asked for once for all checks of a row, whichever of them comes first; that one bears the cost. */
export function sharedTarget(target: Target): Target & { readonly joined: () => void } {
  let shared: Promise<Answer> | undefined
  let wanted = 0
  let taken = 0
  return {
    ...target,
    joined() {
      wanted += 1
    },
    answer(runtime) {
      shared ??= target.answer(runtime)
      const answer = shared
      taken += 1
      // What was answered is not kept, and a repeat of the row asks again.
      if (taken >= wanted) [shared, taken] = [undefined, 0]
      return answer
    },
  }
}

/** An output as text: an object as its JSON. */
export function outputText(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
}

import { AssayError, type AssayErrorKind, type AssayErrorOptions, redact } from '@assay/core'
import type { Attempt } from './attempt.ts'
import type { NextStep } from './next-step.ts'

/**
 * An error about one request. Its message names provider and model, says what `happened` (`did not answer in time.`), which parameter
 * is refused, and the next step; no secret of the attempt is left in it.
 */
export type Failure = (kind: AssayErrorKind, happened: string, attempt: Attempt, more?: Partial<AssayErrorOptions>) => AssayError

export function createFailure(nextStep: NextStep): Failure {
  return (kind, happened, attempt, more = {}) => {
    const { provider, modelId, secrets, setByUser } = attempt
    const { parameter } = more
    // `output_config.effort` is set with `output_config`.
    const isSet = parameter !== undefined && setByUser.includes(parameter.split('.')[0] ?? '')
    const refused = parameter === undefined ? '' : ` It refuses ${parameter}.`
    const next = nextStep(kind, attempt, { parameter, setByUser: isSet })
    return new AssayError({
      ...more,
      requestId: more.requestId === undefined ? undefined : redact(more.requestId, secrets),
      kind,
      message: `${provider}:${modelId} ${happened}${refused} ${next}`.trimEnd(),
      provider,
      modelId,
      secrets,
    })
  }
}

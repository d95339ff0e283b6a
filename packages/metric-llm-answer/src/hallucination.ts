import type { Metric } from '@assay/core'
import type { ClaimOptions } from '@assay/metric-kit'
import { answerKind, type AnswerKindDetail } from './answer-kind.ts'

/**
 * Claims of the response that neither the retrieved contexts nor the reference support / all its claims, in [0, 1]: lower is better.
 * Reads `response`, `reference`, `retrievedContexts`, and `userInput` if present.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function hallucination(options: ClaimOptions): Metric<'reference' | 'response' | 'retrievedContexts', AnswerKindDetail> {
  return answerKind(options, {
    usualName: 'hallucination',
    factory: 'hallucination',
    counts: (byContexts, byReference) => !byContexts && !byReference,
    holds: 'supported by neither contexts nor reference',
  })
}

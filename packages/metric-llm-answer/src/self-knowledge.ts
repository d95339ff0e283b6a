import type { Metric } from '@assay/core'
import type { ClaimOptions } from '@assay/metric-kit'
import { answerKind, type AnswerKindDetail } from './answer-kind.ts'

/**
 * Claims of the response that the reference supports and the retrieved contexts do not / all its claims, in [0, 1]: what the model knew
 * without the contexts. Lower is better if answers must rest on sources. Fields and options as for `hallucination`.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function selfKnowledge(options: ClaimOptions): Metric<'reference' | 'response' | 'retrievedContexts', AnswerKindDetail> {
  return answerKind(options, {
    usualName: 'self_knowledge',
    factory: 'selfKnowledge',
    counts: (byContexts, byReference) => !byContexts && byReference,
    holds: 'supported by the reference and not by the contexts',
  })
}

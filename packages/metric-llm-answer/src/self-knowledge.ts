import type { Metric } from '@assay/core'
import type { ClaimOptions } from '@assay/metric-kit'
import { answerKind, type AnswerKindDetail } from './answer-kind.ts'

/**
 * Claims of the response that the reference supports and the retrieved contexts do not / all its claims, in [0, 1]: what the model knew by
 * itself. Lower is better where answers are to rest on sources. Fields and options as for `hallucination`.
 * @throws AssayError `config` for options that do not exist or do not go together.
 */
export function selfKnowledge(options: ClaimOptions): Metric<'reference' | 'response' | 'retrievedContexts', AnswerKindDetail> {
  return answerKind(options, {
    usualName: 'self_knowledge',
    who: 'selfKnowledge',
    counts: (byContexts, byReference) => !byContexts && byReference,
    holds: 'supported by the reference and not by the contexts',
  })
}

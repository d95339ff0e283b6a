import { AssayError, type LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { refuseText } from '../check-model.ts'
import { llmVerifier } from './llm-verifier.ts'

/** A verifier unchanged, a model as `llmVerifier` with its default options. @throws AssayError `config` for anything else. */
export function toVerifier(judge: LLMAdapter | ClaimVerifier, factory: string): ClaimVerifier {
  refuseText(judge, factory)
  if (typeof judge === 'object' && judge !== null) {
    if ('verify' in judge && typeof judge.verify === 'function') return judge
    if ('doGenerate' in judge && typeof judge.doGenerate === 'function') return llmVerifier({ judge })
  }
  throw new AssayError({
    kind: 'config',
    message: `${factory}: expected a model (an LLMAdapter) or a ClaimVerifier, not ${judge === null ? 'null' : typeof judge}.`,
  })
}

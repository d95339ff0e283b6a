import type { LLMAdapter } from '@assay/core'
import { callJudge } from '../call-judge.ts'
import { checkModel } from '../check-model.ts'
import type { ClaimAssessor } from '../claim-assessor.ts'
import { toClaims } from '../extractor/to-claims.ts'
import { judgeName } from '../judge-name.ts'
import type { RubricPrompt } from '../prompts/own-prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { shownContexts } from '../verifier/shown-contexts.ts'
import { rubricShape } from './rubric-shape.ts'
import { parseRubric } from './rubric-template.ts'

export type RubricAssessorOptions = {
  readonly judge: LLMAdapter
  /**
   * Must contain `{{context}}` and `{{groundTruth}}`, may contain `{{query}}`, and must request lines marked `[FOUND]` or `[NOT FOUND]`.
   */
  readonly rubricPrompt: RubricPrompt
}

const BASE_OUTPUT_TOKENS = 4_096

/**
 * Claims and verdicts by a user-defined prompt, read from marked lines: `[FOUND]` and `[NOT FOUND]`, or `[Attributed]` and `[Not
 * Attributed]`. The judge chooses what it marks, and so the denominator; there is no evidence to look up.
 * @throws AssayError `config` for a value that is no model, and for an invalid prompt.
 */
export function rubricAssessor({ judge, rubricPrompt }: RubricAssessorOptions): ClaimAssessor {
  checkModel(judge, 'rubricAssessor')
  const render = parseRubric(rubricPrompt)
  const signature = judgeName(judge)
  return {
    id: 'rubric',
    version: '1',
    signature,
    promptHash: promptHash(render({ context: '{{context}}', groundTruth: '{{groundTruth}}', query: '{{query}}' }), {
      form: rubricShape.form,
    }),
    config: { type: 'rubric', judge: judge.fingerprint, rubricPrompt: typeof rubricPrompt === 'string' ? rubricPrompt : [...rubricPrompt] },
    async assess({ reference, contexts, userInput = '', runtime }) {
      const { texts } = shownContexts(contexts)
      // Prompt text may share a line with the data: a line of the data alone is an echo all the same.
      const data = [...texts, reference, userInput]
      const { value: marked, repairs } = await callJudge({
        judge,
        runtime,
        messages: render({ context: texts.join('\n\n'), groundTruth: reference, query: userInput }),
        shape: { ...rubricShape, readText: (text, prompt) => rubricShape.readText(text, [...prompt, ...data]) },
        outputTokens: BASE_OUTPUT_TOKENS + reference.length,
        check: () => undefined,
      })
      const claims = toClaims(marked.map(({ text }) => text))
      const verdicts = claims.map(({ id }, index) => {
        const supported = marked[index]?.supported === true
        return {
          claim: id,
          outcome: supported ? ('supported' as const) : ('unsupported' as const),
          decidedBy: signature,
          reason: `The judge marked it as ${supported ? 'found' : 'not found'}.`,
          evidence: [],
        }
      })
      return { claims, verdicts, repairs }
    },
  }
}

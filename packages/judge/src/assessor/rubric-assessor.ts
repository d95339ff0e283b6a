import type { LLMAdapter } from '@assay/core'
import { askJudge } from '../ask-judge.ts'
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
  /** Must show `{{context}}` and `{{groundTruth}}`, may show `{{query}}`, and asks for lines marked `[FOUND]` or `[NOT FOUND]`. */
  readonly rubricPrompt: RubricPrompt
}

const BASE_OUTPUT_TOKENS = 4_096

/**
 * Claims and verdicts by a prompt of the user's own, read from marked lines: `[FOUND]` and `[NOT FOUND]`, or `[Attributed]` and
 * `[Not Attributed]`. What is marked is the judge's choice, and so is the denominator; there is no evidence to look up.
 * @throws AssayError `config` for what is no model, and for a prompt that cannot be filled in.
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
      // Words of the prompt may share a line with the data: a line of the data alone is an echo all the same.
      const data = [...texts, reference, userInput]
      const { value: marked, repairs } = await askJudge({
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

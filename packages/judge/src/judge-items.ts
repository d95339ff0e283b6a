import type { LLMAdapter, LLMCall, LLMMessage, Runtime } from '@assay/core'
import { callJudge, type Judged } from './call-judge.ts'
import type { ReplyShape } from './reply/reply-shape.ts'
import { claimIdDefect } from './verifier/claim-id-defect.ts'

/**
 * One call about some items: exactly one answer for each of them, in any order. Any other set of ids gets one repair, and then is an
 * `invalid_reply`.
 * @throws AssayError; `Suspended` passes through.
 */
export function judgeItems<Answer>(input: {
  readonly judge: LLMAdapter
  readonly runtime: Runtime
  readonly messages: readonly LLMMessage[]
  readonly output: NonNullable<LLMCall['output']>
  readonly shape: ReplyShape<readonly Answer[]>
  readonly outputTokens: number
  /** The items of the call. */
  readonly ids: readonly string[]
  readonly idOf: (answer: Answer) => string
  readonly draw: number | undefined
}): Promise<Judged<readonly Answer[]>> {
  const { ids, idOf, ...task } = input
  return callJudge({ ...task, check: (answers) => claimIdDefect(ids, answers.map(idOf)) })
}

import type { JsonValue, LLMAdapter, LLMCall, Runtime } from '@assay/core'
import { callJudge, type Judged } from '../call-judge.ts'
import { judgeName } from '../judge-name.ts'
import type { ReplyShape } from '../reply/reply-shape.ts'

/** One call to a judge about one sample, answered by one reply. */
export type Grader<Input, Value> = {
  /** The judge's name in a metric's signature. */
  readonly signature: string
  /** SHA-256, in hex, over everything fixed in its prompt. */
  readonly promptHash: string
  /** What the same grader can be built from in another process. */
  readonly config: JsonValue
  /**
   * The judge's answer, and its repairs and repeated calls.
   * @throws AssayError, with the same; `Suspended` passes through.
   */
  readonly grade: (input: Input, runtime: Runtime) => Promise<Judged<Value>>
}

const BASE_OUTPUT_TOKENS = 4_096

export function createGrader<Input, Value>(o: {
  readonly judge: LLMAdapter
  readonly promptHash: string
  readonly config: JsonValue
  /** Absent if the prompt is user-defined and contains the task itself. */
  readonly output?: NonNullable<LLMCall['output']>
  readonly shape: ReplyShape<Value>
  readonly messages: (input: Input) => LLMCall['messages']
  /** Output tokens beyond the longest expected answer. */
  readonly moreTokens?: (input: Input) => number
  /** A defect that the shape does not detect, or `undefined`. */
  readonly check?: (value: Value, attempt: 'first' | 'repair') => string | undefined
}): Grader<Input, Value> {
  const { judge, promptHash, config, output, shape, messages, moreTokens, check } = o
  return {
    signature: judgeName(judge),
    promptHash,
    config,
    grade: (input, runtime) =>
      callJudge({
        judge,
        runtime,
        messages: messages(input),
        ...(output === undefined ? {} : { output }),
        shape,
        outputTokens: BASE_OUTPUT_TOKENS + (moreTokens?.(input) ?? 0),
        check: check ?? (() => undefined),
      }),
  }
}

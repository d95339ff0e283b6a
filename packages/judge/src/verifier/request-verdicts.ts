import type { LLMAdapter, LLMMessage, Runtime } from '@assay/core'
import { isBlank } from '@assay/text'
import { judgeItems } from '../judge-items.ts'
import type { Judged } from '../call-judge.ts'
import type { Claim } from '../claim.ts'
import type { ResolvedPrompt } from '../prompts/prompt.ts'
import { verdictsMessages } from '../prompts/verdicts-messages.ts'
import { verdictsSchema, verdictsShape, type WireVerdict } from '../wire/verdicts-shape.ts'

/** Frozen, as its schema is: a call key renders it once. */
const OUTPUT = Object.freeze({ name: verdictsShape.key, schema: verdictsSchema })
const BASE_OUTPUT_TOKENS = 4_096
export const OUTPUT_TOKENS_PER_CLAIM = 256

/** The most output tokens for verdicts on this many claims. */
export function verdictTokens(claims: number): number {
  return BASE_OUTPUT_TOKENS + OUTPUT_TOKENS_PER_CLAIM * claims
}

/**
 * One call about some claims: exactly one answer for each of them, in any order.
 * @throws AssayError; `Suspended` passes through.
 */
export function requestVerdicts(input: {
  readonly judge: LLMAdapter
  readonly prompt: ResolvedPrompt
  readonly runtime: Runtime
  readonly claims: readonly Claim[]
  /** The contexts of the call. */
  readonly contexts: readonly string[]
  readonly userInput: string | undefined
  readonly draw: number | undefined
  /** Another call will send the same contexts: caching them pays. */
  readonly cacheContexts: boolean
}): Promise<Judged<readonly WireVerdict[]>> {
  const { judge, prompt, runtime, claims, contexts, userInput, draw, cacheContexts } = input
  const question = userInput === undefined || isBlank(userInput) ? undefined : userInput
  const messages = verdictsMessages({ contexts, claims, userInput: question, prompt })
  return judgeItems({
    judge,
    runtime,
    messages: cacheContexts ? messages.map(withContextsCached) : messages,
    output: OUTPUT,
    shape: verdictsShape,
    outputTokens: verdictTokens(claims.length),
    ids: claims.map(({ id }) => id),
    idOf: ({ claim }) => claim,
    draw,
  })
}

/** The contexts are the first part of the question. */
function withContextsCached(message: LLMMessage): LLMMessage {
  if (message.role !== 'user') return message
  return { ...message, parts: message.parts.map((part, index) => (index === 0 ? { ...part, cache: true } : part)) }
}

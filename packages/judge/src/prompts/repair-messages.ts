import type { LLMMessage } from '@assay/core'
import { stripReasoning } from '../reply/strip-reasoning.ts'

/** As much of a failed reply as is shown again. */
const ECHO_LENGTH = 8_000

const AS_JSON = 'Reply with one JSON object alone, in the shape asked for.'

/** The call once more, with the reply that could not be used, what is wrong with it, and the form that is wanted. */
export function repairMessages(
  messages: readonly LLMMessage[],
  reply: string,
  defect: string,
  o: {
    readonly form?: string | undefined
    /** UTF-16 units of the failed reply that may be shown, none of which is estimated at more than a token. */
    readonly echo?: number | undefined
  } = {},
): LLMMessage[] {
  const { form = AS_JSON, echo = ECHO_LENGTH } = o
  const text = stripReasoning(reply).slice(0, Math.min(ECHO_LENGTH, echo)).toWellFormed()
  return [
    ...messages,
    { role: 'assistant', parts: [{ text: text.trim() === '' ? '(no answer)' : text }] },
    {
      role: 'user',
      parts: [{ text: `That reply cannot be used: ${defect}.\nDo the task again. ${form}` }],
    },
  ]
}

import type { LLMMessage } from '@assay/core'
import { stripReasoning } from '../reply/strip-reasoning.ts'

/** The part of a failed reply that is repeated in the repair. */
const ECHO_LENGTH = 8_000

const AS_JSON = 'Reply with one JSON object alone, in the shape asked for.'

/** The same call with the unusable reply, its defect, and the requested form. */
export function repairMessages(
  messages: readonly LLMMessage[],
  reply: string,
  defect: string,
  o: {
    readonly form?: string | undefined
    /** The most UTF-16 units of the failed reply to repeat, each estimated at no more than a token. */
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

import { estimateCallTokens, type LLMAdapter, type LLMCall } from '@assay/core'

/**
 * How many tokens of a prompt a provider may write to its cache and charge for: up to the last mark if it uses marks; `null`, for
 * unknown, if the server decides.
 */
export function possibleCacheWrite({ capabilities }: Pick<LLMAdapter, 'capabilities'>, { messages, output }: LLMCall): number | null {
  if (capabilities.promptCache !== true) return null
  const marked = messages.findLastIndex(({ parts }) => parts.some(({ cache }) => cache === true))
  const last = messages[marked]
  if (last === undefined) return 0
  const parts = last.parts.slice(0, last.parts.findLastIndex(({ cache }) => cache === true) + 1)
  const prefix = [...messages.slice(0, marked), { ...last, parts }]
  return estimateCallTokens(output === undefined ? { messages: prefix } : { messages: prefix, output })
}

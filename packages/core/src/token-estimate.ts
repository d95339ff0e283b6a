import type { LLMCall } from './llm-adapter.ts'

/** Tokens that a model's template adds around a message. */
const PER_MESSAGE = 16
/** Tokens of the instructions that providers add for a tool or a schema: some hundred, according to providers that publish them. */
const MOST_FOR_SCHEMA = 1024

/**
 * Estimated tokens of a text, too many rather than too few: one for every 3 bytes of UTF-8 (English has about 4.5 bytes per token) and
 * one for every digit, since some tokenizers take digits one by one. Only the model's own tokenizer is exact; the estimate needs none.
 * The sum over parts of a text is never lower than the estimate of the whole.
 */
export function estimateTokens(text: string): number {
  let bytes = 0
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x30 && unit <= 0x39) digits += 1
    else bytes += bytesOf(unit)
  }
  return Math.ceil(bytes / 3) + digits
}

/** The same for a whole call: its messages and the schema of its reply. */
export function estimateCallTokens(call: Pick<LLMCall, 'messages' | 'output'>): number {
  return sumOverCall(call, estimateTokens)
}

/** The most tokens that a text can have: no tokenizer makes more than one from a byte of UTF-8. */
export function mostTokens(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) bytes += bytesOf(text.charCodeAt(at))
  return bytes
}

/** The same for a whole call, plus what a provider may add to hold the reply to a schema. */
export function mostCallTokens(call: Pick<LLMCall, 'messages' | 'output'>): number {
  return sumOverCall(call, mostTokens) + (call.output === undefined ? 0 : MOST_FOR_SCHEMA)
}

function sumOverCall({ messages, output }: Pick<LLMCall, 'messages' | 'output'>, count: (text: string) => number): number {
  const schema = output === undefined ? 0 : count(JSON.stringify(output.schema))
  return messages.reduce((sum, { parts }) => sum + PER_MESSAGE + count(parts.map(({ text }) => text).join('')), schema)
}

/** Bytes of UTF-8 for one UTF-16 unit. The two halves of a surrogate pair share four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x8_00 || (unit >= 0xd8_00 && unit <= 0xdf_ff)) return 2
  return 3
}

import type { LLMCall } from './llm-adapter.ts'

/** What a model's template adds around a message. */
const PER_MESSAGE = 16
/** Instructions that providers put before a prompt when a tool or a schema goes with it: some hundred tokens where they are published. */
const MOST_FOR_SCHEMA = 1024

/**
 * Tokens of a text, rather too many than too few: one for every 3 bytes of UTF-8 (English has about 4.5 bytes to a token) and one for
 * every digit, since some tokenizers take digits one by one. Only the model's own tokenizer could say exactly; this needs none.
 * Sums over parts of a text are never lower than the estimate of the whole.
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

/** The same for all that a call sends: its messages and the schema of its reply. */
export function estimateCallTokens(call: Pick<LLMCall, 'messages' | 'output'>): number {
  return sumOverCall(call, estimateTokens)
}

/** Tokens that a text can have at most: no tokenizer makes more than one of a byte of UTF-8. */
export function mostTokens(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) bytes += bytesOf(text.charCodeAt(at))
  return bytes
}

/** The same for all that a call sends, and what a provider may add to have the reply keep to a schema. */
export function mostCallTokens(call: Pick<LLMCall, 'messages' | 'output'>): number {
  return sumOverCall(call, mostTokens) + (call.output === undefined ? 0 : MOST_FOR_SCHEMA)
}

function sumOverCall({ messages, output }: Pick<LLMCall, 'messages' | 'output'>, count: (text: string) => number): number {
  const schema = output === undefined ? 0 : count(JSON.stringify(output.schema))
  return messages.reduce((sum, { parts }) => sum + PER_MESSAGE + count(parts.map(({ text }) => text).join('')), schema)
}

/** Bytes of UTF-8 for one UTF-16 unit; the halves of a surrogate pair share their four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x8_00 || (unit >= 0xd8_00 && unit <= 0xdf_ff)) return 2
  return 3
}

import {
  AssayError,
  type AssayErrorKind,
  createDirectRuntime,
  type EmbeddingAdapter,
  type LLMAdapter,
  type LLMCall,
  type LLMReply,
  type Usage,
} from '@assay/core'
import type { CheckState } from './check-list.ts'

export type Answer = { readonly state: CheckState; readonly says: string }

/** The shortest answer; some servers accept no limit under 16 tokens. */
const CALL: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Answer with the word yes.' }] }], maxOutputTokens: 16 }
/** Failures that show that the model exists and the key is valid. */
const THERE: ReadonlySet<AssayErrorKind> = new Set(['empty_reply', 'truncated', 'refused', 'content_filter'])
const DEFAULT_TIMEOUT_MS = 120_000

/** One tiny call without retries: it shows whether address, key and model are right. */
export async function callModel(adapter: LLMAdapter, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<Answer> {
  const runtime = createDirectRuntime({ retry: { maxAttempts: 1 }, attemptTimeoutMs: timeoutMs })
  try {
    const { reply } = await runtime.generate(adapter, CALL, { read: (given) => given })
    return { state: 'ok', says: `answered${answeredBy(reply, adapter)}${tokens(reply.usage)}` }
  } catch (error) {
    return answerOf(error, adapter)
  }
}

export async function callEmbedder(adapter: EmbeddingAdapter, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<Answer> {
  const runtime = createDirectRuntime({ retry: { maxAttempts: 1 }, attemptTimeoutMs: timeoutMs })
  try {
    const { vectors } = await runtime.embed(adapter, ['yes'])
    return { state: 'ok', says: `embedded a word, in ${vectors[0]?.length ?? 0} dimensions` }
  } catch (error) {
    return answerOf(error, adapter)
  }
}

function answerOf(error: unknown, { provider, modelId }: LLMAdapter | EmbeddingAdapter): Answer {
  if (!AssayError.is(error)) throw error
  if (THERE.has(error.kind)) return { state: 'ok', says: `answered, though not in words (${error.kind})` }
  // Only a recording knows its calls beforehand, and this one is not among them.
  if (error.kind === 'data') return { state: 'skipped', says: 'a recording, which was read; there is no model to call' }
  // The message begins with the model's name.
  const name = `${provider}:${modelId} `
  return { state: 'failed', says: error.message.startsWith(name) ? error.message.slice(name.length) : error.message }
}

function answeredBy({ modelId }: LLMReply, adapter: LLMAdapter): string {
  return modelId === undefined || modelId === adapter.modelId ? '' : ` as ${modelId}`
}

function tokens({ inputTokens, outputTokens }: Usage): string {
  return inputTokens === null || outputTokens === null ? '' : `, ${inputTokens} + ${outputTokens} tokens`
}

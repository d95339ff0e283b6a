import { readAdapterError } from './adapter-error.ts'
import { AssayError } from './assay-error.ts'
import { Suspended } from './suspended.ts'

type ModelName = { readonly provider: string; readonly modelId: string }

const TOKENS = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens']

/**
 * Waits for an adapter's answer and checks its shape, since adapters can be third-party code.
 * @param wrong What is wrong with the answer, as in `no text`; `undefined` if it is valid.
 * @throws AssayError for whatever the adapter throws, and `provider` for an answer of another shape. `Suspended` passes through.
 */
export async function checkedAnswer<T>(
  adapter: ModelName,
  send: () => PromiseLike<T>,
  wrong: (answer: unknown) => string | undefined,
): Promise<T> {
  const { provider, modelId } = adapter
  let answer: T
  try {
    answer = await send()
  } catch (error) {
    throw Suspended.is(error) ? error : readAdapterError(error, adapter)
  }
  const what = wrong(answer)
  if (what === undefined) return answer
  throw new AssayError({
    kind: 'provider',
    isRetryable: false,
    provider,
    modelId,
    message: `The adapter ${provider}:${modelId} gave ${what}. Mend the adapter.`,
  })
}

export function wrongReply(reply: unknown): string | undefined {
  if (!isFields(reply)) return `${kindOf(reply)} instead of a reply`
  const { text, finishReason, usage, warnings } = reply
  if (typeof text !== 'string') return `a reply whose text is ${kindOf(text)} instead of a string`
  if (typeof finishReason !== 'string') return `a reply whose finishReason is ${kindOf(finishReason)} instead of a string`
  if (warnings !== undefined && !Array.isArray(warnings)) return `a reply whose warnings are ${kindOf(warnings)} instead of a list`
  return wrongUsage(usage)
}

export function wrongEmbedded(embedded: unknown): string | undefined {
  if (!isFields(embedded)) return `${kindOf(embedded)}, where vectors were due`
  const { vectors, usage } = embedded
  if (!Array.isArray(vectors)) return `an answer whose vectors are ${kindOf(vectors)} instead of a list`
  return wrongUsage(usage)
}

function wrongUsage(usage: unknown): string | undefined {
  if (!isFields(usage)) return `an answer whose usage is ${kindOf(usage)} instead of an object`
  const { calls } = usage
  if (!Number.isFinite(calls)) return `an answer whose usage.calls is ${kindOf(calls)} instead of a number`
  const field = TOKENS.find((name) => usage[name] !== null && !Number.isFinite(usage[name]))
  return field === undefined ? undefined : `an answer whose usage.${field} is ${kindOf(usage[field])} instead of a number or null`
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

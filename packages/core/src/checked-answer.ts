import { readAdapterError } from './adapter-error.ts'
import { AssayError } from './assay-error.ts'
import { Suspended } from './suspended.ts'

type Asked = { readonly provider: string; readonly modelId: string }

const TOKENS = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens']

/**
 * Waits for what an adapter gives: anybody may have written it.
 * @param wrong What is wrong with the answer, as in `no text`; `undefined` where it is fit.
 * @throws AssayError for whatever the adapter throws, and `provider` for an answer of another shape; `Suspended` passes through.
 */
export async function checkedAnswer<T>(
  adapter: Asked,
  ask: () => PromiseLike<T>,
  wrong: (answer: unknown) => string | undefined,
): Promise<T> {
  const { provider, modelId } = adapter
  let answer: T
  try {
    answer = await ask()
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
  if (!isFields(reply)) return `${kindOf(reply)}, where a reply was due`
  const { text, finishReason, usage, warnings } = reply
  if (typeof text !== 'string') return `a reply whose text is ${kindOf(text)}, where a string was due`
  if (typeof finishReason !== 'string') return `a reply whose finishReason is ${kindOf(finishReason)}, where a string was due`
  if (warnings !== undefined && !Array.isArray(warnings)) return `a reply whose warnings are ${kindOf(warnings)}, where a list was due`
  return wrongUsage(usage)
}

export function wrongEmbedded(embedded: unknown): string | undefined {
  if (!isFields(embedded)) return `${kindOf(embedded)}, where vectors were due`
  const { vectors, usage } = embedded
  if (!Array.isArray(vectors)) return `an answer whose vectors are ${kindOf(vectors)}, where a list was due`
  return wrongUsage(usage)
}

function wrongUsage(usage: unknown): string | undefined {
  if (!isFields(usage)) return `an answer whose usage is ${kindOf(usage)}, where an object was due`
  const { calls } = usage
  if (!Number.isFinite(calls)) return `an answer whose usage.calls is ${kindOf(calls)}, where a number was due`
  const field = TOKENS.find((name) => usage[name] !== null && !Number.isFinite(usage[name]))
  return field === undefined ? undefined : `an answer whose usage.${field} is ${kindOf(usage[field])}, where a number or null was due`
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

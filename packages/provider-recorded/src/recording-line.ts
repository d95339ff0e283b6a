import { AssayError, type ErrorInfo, isRecord, type LLMAdapter, type LLMCall, type LLMReply } from '@assay/core'

/** Who was asked: all of an adapter but the asking. */
export type RecordedAdapter = Pick<LLMAdapter, 'provider' | 'modelId' | 'capabilities' | 'fingerprint'>

/** One line of a recording: what one draw of one call at one adapter came to. */
export type RecordingLine = {
  readonly v: 1
  /** Core's call key, of this draw. */
  readonly key: string
  /** How many times the same call had been answered before, in the process that recorded it. */
  readonly draw: number
  /** As it was when the call was made. */
  readonly adapter: RecordedAdapter
  /** Without what changes no reply. */
  readonly call: LLMCall
} & RecordedAnswer

export type RecordedAnswer = { readonly reply: LLMReply } | { readonly error: ErrorInfo }

/** How every line begins: a file whose first line does not is somebody's data, and is never written to. */
export const LINE_START = '{"v":1,"key":"'

const FINISH_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'refusal', 'content_filter', 'error', 'other'])
const TOKENS = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens']

export function renderLine(line: RecordingLine): string {
  const { v, key, ...rest } = line
  return `${JSON.stringify({ v, key, ...rest })}\n`
}

/**
 * `undefined` for a line that is no whole JSON value, as a process leaves behind that ends while it writes.
 * @throws AssayError `data` for JSON that is something else than a recorded answer.
 */
export function parseLine(text: string, at: string): RecordingLine | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isLine(value)) return value
  throw new AssayError({
    kind: 'data',
    message: `${at} is no recorded reply of a version that this one knows. Take the line out, or record the calls again.`,
  })
}

function isLine(value: unknown): value is RecordingLine {
  if (!isRecord(value) || value['v'] !== 1 || typeof value['key'] !== 'string' || typeof value['draw'] !== 'number') return false
  const { adapter, call } = value
  return isAdapter(adapter) && isCall(call) && (isReply(value['reply']) || isErrorInfo(value['error']))
}

function isAdapter(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['provider'] === 'string' &&
    typeof value['modelId'] === 'string' &&
    isRecord(value['capabilities']) &&
    isRecord(value['fingerprint'])
  )
}

function isCall(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['messages'])) return false
  return value['messages'].every(
    (message: unknown) =>
      isRecord(message) &&
      typeof message['role'] === 'string' &&
      Array.isArray(message['parts']) &&
      message['parts'].every((part: unknown) => isRecord(part) && typeof part['text'] === 'string'),
  )
}

function isReply(value: unknown): boolean {
  if (!isRecord(value) || typeof value['text'] !== 'string' || !FINISH_REASONS.has(value['finishReason'])) return false
  const { usage } = value
  return (
    isRecord(usage) && typeof usage['calls'] === 'number' && TOKENS.every((name) => usage[name] === null || typeof usage[name] === 'number')
  )
}

function isErrorInfo(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'string' &&
    typeof value['message'] === 'string' &&
    typeof value['isRetryable'] === 'boolean'
  )
}

import { AssayError, type ErrorInfo, isRecord, type LLMAdapter, type LLMCall, type LLMReply } from '@assay/core'

/** The data of an adapter, without its functions. */
export type RecordedAdapter = Pick<LLMAdapter, 'provider' | 'modelId' | 'capabilities' | 'fingerprint'>

/** One line of a recording: the reply or error of one draw of a call to an adapter. */
export type RecordingLine = {
  readonly v: 1
  /** The `callKey` of core for this draw. */
  readonly key: string
  /** The number of earlier replies to the same call, in the process that recorded it. */
  readonly draw: number
  /** The adapter at the time of the call. */
  readonly adapter: RecordedAdapter
  /** The call, without fields that do not affect the reply. */
  readonly call: LLMCall
} & RecordedAnswer

export type RecordedAnswer = { readonly reply: LLMReply } | { readonly error: ErrorInfo }

/** The start of every line. A file with another start is not a recording, and is never written to. */
export const LINE_START = '{"v":1,"key":"'

const FINISH_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'refusal', 'content_filter', 'error', 'other'])
const TOKENS = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens']

export function renderLine(line: RecordingLine): string {
  const { v, key, ...rest } = line
  return `${JSON.stringify({ v, key, ...rest })}\n`
}

/**
 * Parses a line. `undefined` if it is not valid JSON, such as an incomplete line of a process that ended while writing.
 * @throws AssayError `data` for JSON that is not a recorded reply or error.
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
    message: `${at} is no recorded reply of a supported version. Remove the line, or record the calls again.`,
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

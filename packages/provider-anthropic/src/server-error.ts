import { isRecord } from '@assay/provider-kit'

/** What a server says went wrong. */
export type ServerError = {
  readonly status: number
  /** In lower case, as in `invalid_request_error`; empty where not said. */
  readonly type: string
  /** The stable code that names the cause, where there is one. */
  readonly code: string
  readonly requestId: string | undefined
  /** As it came: whole, and with whatever secret it echoes. */
  readonly message: string
}

/**
 * Reads `{ type: 'error', error: { type, message, details: { error_code } }, request_id }`, and what gateways and compatible servers
 * make of it: the error without its envelope, a bare text, `{ message }` or `{ detail }`. `undefined` where the body is none of them.
 */
export function readServerError(body: unknown, status: number): ServerError | undefined {
  const envelope = isRecord(body) ? body : {}
  const error = envelope['error'] ?? body
  const requestId = typeof envelope['request_id'] === 'string' ? envelope['request_id'] : undefined
  if (typeof error === 'string') return { status, type: '', code: '', requestId, message: error }
  if (!isRecord(error)) return undefined
  const { message, detail, details, type } = error
  const text = textOf(message ?? detail)
  if (text === undefined && typeof type !== 'string') return undefined
  return { status, type: lower(type), code: lower(isRecord(details) ? details['error_code'] : undefined), requestId, message: text ?? '' }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

import { errorMessage, isRecord } from '@assay/core'

/** By shape: another fetch brings a class of its own. */
export type HeaderSource = { readonly get: (name: string) => string | null }

/** An answer of a server that is, or holds, an error. */
export type ServerAnswer = {
  readonly status: number
  /** Parsed, where it could be. */
  readonly body: unknown
  readonly text: string
  readonly headers: HeaderSource | undefined
  readonly cause?: unknown
}

const NO_BODY = 'status code (no body)'

/**
 * The answer inside an `APIError` as the SDKs of OpenAI and Anthropic throw it, which come from one generator. `undefined` where no
 * answer came.
 */
export function readApiError(error: unknown): ServerAnswer | undefined {
  if (!isRecord(error) || typeof error['status'] !== 'number') return undefined
  const { status, error: body, headers } = error
  const text = body === undefined ? textAfterStatus(error, status) : JSON.stringify(body)
  return { status, body: body ?? text, text, headers: isHeaderSource(headers) ? headers : undefined, cause: error }
}

/** Where the body is no JSON, the SDK keeps it in its message. */
function textAfterStatus(error: unknown, status: number): string {
  const message = errorMessage(error)
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : ''
  return text === NO_BODY ? '' : text
}

function isHeaderSource(value: unknown): value is HeaderSource {
  return isRecord(value) && typeof value['get'] === 'function'
}

import { errorMessage } from './error-chain.ts'
import { isRecord } from './is-record.ts'
import { parseRetryAfter } from './retry-after.ts'

/** What errors of other libraries have in common, whatever their class; fields that none of them has are `undefined`. */
export type ErrorShape = {
  /** The HTTP status of the response, from 400 to 599. */
  readonly status: number | undefined
  readonly isRetryable: boolean | undefined
  /** Codes, types and names of the error and of the response body, in lower case. */
  readonly codes: readonly string[]
  /** The response body, and text about it. */
  readonly bodies: readonly unknown[]
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  /** The innermost message, which is the most precise; empty if there is none. */
  readonly message: string
}

type Fields = Readonly<Record<string, unknown>>

/** @param chain An error and its causes. */
export function readErrorShape(chain: readonly unknown[]): ErrorShape {
  const errors = chain.filter(isRecord)
  const first = <T>(read: (error: Fields) => T | undefined): T | undefined => errors.map(read).find((found) => found !== undefined)
  const messages = errors.map(errorMessage).filter((message) => message.trim() !== '')
  return {
    status: first(statusOf),
    isRetryable: first(retryableOf),
    codes: errors.flatMap(codesOf),
    bodies: [...errors.map(bodyOf).filter((body) => body !== undefined), ...messages],
    retryAfterMs: first(retryAfterOf),
    requestId: first(requestIdOf),
    message: messages.at(-1) ?? '',
  }
}

/** `statusCode` of the AI SDK, `status` of most SDKs and of the response of axios, `$metadata` of AWS; or a code that is a status. */
function statusOf(error: Fields): number | undefined {
  const { response, $metadata: metadata } = error
  const given = [
    error['statusCode'],
    error['status'],
    error['status_code'],
    ...(isRecord(response) ? [response['status'], response['statusCode']] : []),
    ...(isRecord(metadata) ? [metadata['httpStatusCode']] : []),
    error['code'],
  ]
  return given.map((value) => (typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value)).find(isErrorStatus)
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value <= 599
}

function retryableOf(error: Fields): boolean | undefined {
  const given = error['isRetryable'] ?? error['retryable']
  if (typeof given === 'boolean') return given
  return error['$retryable'] === undefined ? undefined : true
}

function codesOf(error: Fields): string[] {
  const body = error['error']
  const given = [
    error['code'],
    error['lc_error_code'],
    error['type'],
    error['name'],
    ...(isRecord(body) ? [body['code'], body['type']] : []),
  ]
  return given.flatMap((code) => (typeof code === 'string' ? [code.toLowerCase()] : []))
}

function bodyOf(error: Fields): unknown {
  const { response } = error
  return error['responseBody'] ?? error['body'] ?? error['error'] ?? (isRecord(response) ? response['data'] : undefined)
}

function retryAfterOf(error: Fields): number | undefined {
  const { response } = error
  const headers = error['headers'] ?? error['responseHeaders'] ?? (isRecord(response) ? response['headers'] : undefined)
  return isRecord(headers) ? parseRetryAfter({ get: (name) => headerOf(headers, name) }, Date.now()) : undefined
}

/** Of `Headers`, or of a plain object. */
function headerOf(headers: Fields, name: string): string | null {
  const { get } = headers
  const found: unknown =
    typeof get === 'function'
      ? Reflect.apply(get, headers, [name])
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : null
}

function requestIdOf(error: Fields): string | undefined {
  const id = error['requestID'] ?? error['request_id'] ?? error['requestId']
  return typeof id === 'string' ? id : undefined
}

import { type AssayErrorKind, isOutOfCredit } from '@assay/core'
import type { HeaderSource } from '@assay/provider-kit'
import { refusedParameter } from './refused-parameter.ts'
import type { ServerError } from './server-error.ts'

export type FailureKind = { readonly kind: AssayErrorKind; readonly parameter?: string; readonly isRetryable?: boolean }

/** Servers may echo a whole prompt behind what they say. */
const READ_LENGTH = 1000

/** What a type says, whatever the status. */
const BY_TYPE: Readonly<Record<string, AssayErrorKind>> = {
  authentication_error: 'auth',
  permission_error: 'auth',
  not_found_error: 'model_not_found',
  request_too_large: 'request_too_large',
  overloaded_error: 'overloaded',
  timeout_error: 'timeout',
}

const BY_STATUS: Readonly<Record<number, AssayErrorKind>> = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  408: 'timeout',
  413: 'request_too_large',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

const CONTEXT =
  /prompt is too long|input is too long|maximum context length|context (?:limit|length|window|size)[^.]{0,60}exceed|exceed[^.]{0,60}context (?:limit|length|window|size)/i
const NO_MODEL = /\bmodel\b[^.]{0,120}(?:does not exist|not found|not available|not a valid model)|(?:unknown|invalid|no such) model\b/i

/** The kind of a failure that a server reported. Money comes first: it is refused with 400, 402, 403 or 429, and any type. */
export function failureKind(
  said: ServerError,
  {
    body,
    sent,
    headers,
  }: { readonly body: unknown; readonly sent: Readonly<Record<string, unknown>>; readonly headers: HeaderSource | undefined },
): FailureKind {
  const { status, type } = said
  const message = said.message.slice(0, READ_LENGTH)
  if (isOutOfCredit({ status, body }, sent)) return { kind: 'quota' }
  if (status === 429 || type === 'rate_limit_error') return { kind: isTooLarge(message, headers) ? 'request_too_large' : 'rate_limit' }
  if (CONTEXT.test(message)) return { kind: 'context_overflow' }
  const known = (Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined) ?? BY_STATUS[status]
  if (known === 'auth' && NO_MODEL.test(message)) return { kind: 'model_not_found' }
  if (known !== undefined) return { kind: known }
  if (type === 'api_error' || type === 'conflict_error' || status === 409 || status >= 500) return { kind: 'provider', isRetryable: true }
  if (status < 400 && type !== 'invalid_request_error') return { kind: 'provider' }
  const parameter = refusedParameter(message, sent)
  if (parameter !== undefined) return { kind: 'unsupported_parameter', parameter }
  return { kind: NO_MODEL.test(message) ? 'model_not_found' : 'bad_request' }
}

/**
 * A request larger than the limit of a minute never fits, however long one waits. The words are the same in both cases; but who is
 * refused with the whole minute unused can only be too large.
 */
function isTooLarge(message: string, headers: HeaderSource | undefined): boolean {
  if (/request (?:is )?(?:too large|larger)/i.test(message)) return true
  const perMinute = /\b(?:(input|output) )?tokens per minute/i.exec(message)
  if (perMinute === null || headers === undefined) return false
  const name = `anthropic-ratelimit-${perMinute[1] === undefined ? '' : `${perMinute[1].toLowerCase()}-`}tokens`
  const limit = Number(headers.get(`${name}-limit`) ?? 0)
  return limit > 0 && Number(headers.get(`${name}-remaining`) ?? 0) >= limit
}

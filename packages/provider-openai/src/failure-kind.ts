import { type AssayErrorKind, isOutOfCredit } from '@assay/core'
import { refusedParameter } from './refused-parameter.ts'
import type { ServerError } from './server-error.ts'

export type FailureKind = { readonly kind: AssayErrorKind; readonly parameter?: string; readonly isRetryable?: boolean }

/** Servers may echo a whole prompt behind what they say. */
const READ_LENGTH = 1000

/** What a code or type says, whatever the status. */
const BY_CODE: Readonly<Record<string, AssayErrorKind>> = {
  context_length_exceeded: 'context_overflow',
  exceed_context_size_error: 'context_overflow',
  string_above_max_length: 'request_too_large',
  request_too_large: 'request_too_large',
  model_not_found: 'model_not_found',
  model_decommissioned: 'model_not_found',
  deploymentnotfound: 'model_not_found',
  invalid_api_key: 'auth',
  authentication_error: 'auth',
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  json_validate_failed: 'invalid_reply',
  server_is_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  slow_down: 'overloaded',
}

const CONTEXT =
  /maximum context length|context (?:length|window|size)[^.]{0,60}exceed|exceed[^.]{0,60}context (?:length|window|size)|prompt is too long|too many input tokens|input is too long/i
const OUTPUT_LIMIT_REACHED = /max_tokens or model output limit was reached/i
const NO_MODEL =
  /\bmodel\b[^.]{0,120}(?:does not exist|not found|no longer available|not a valid model)|(?:unknown|invalid|no such) model\b/i
const SERVER_FAULT = /server_error|internal|timeout|unavailable|overloaded/

/** The kind of a failure that a server reported, by its code, then by its words. */
export function failureKind(said: ServerError, body: unknown, sent: Readonly<Record<string, unknown>>): FailureKind {
  const error = { ...said, message: said.message.slice(0, READ_LENGTH) }
  const coded = codedKind(error)
  if (coded !== undefined) return { kind: coded }
  const { status, message } = error
  if (isOutOfCredit({ status, body }, sent)) return { kind: 'quota' }
  if (CONTEXT.test(message)) return { kind: 'context_overflow' }
  if (status === 401) return { kind: 'auth' }
  if (status === 403) return { kind: NO_MODEL.test(message) ? 'model_not_found' : 'auth' }
  if (status === 408 || status === 409) return { kind: 'provider', isRetryable: true }
  if (status === 413) return { kind: 'request_too_large' }
  if (status === 429 || error.code === 'rate_limit_exceeded') return { kind: isTooLarge(message) ? 'request_too_large' : 'rate_limit' }
  if (status === 503 || status === 529) return { kind: 'overloaded' }
  if (status >= 500) return { kind: 'provider', isRetryable: true }
  if (status < 400) return { kind: 'provider', isRetryable: SERVER_FAULT.test(`${error.type} ${error.code}`) }
  return clientFault(error, sent)
}

function clientFault(error: ServerError, sent: Readonly<Record<string, unknown>>): FailureKind {
  if (OUTPUT_LIMIT_REACHED.test(error.message)) return { kind: 'truncated' }
  const parameter = refusedParameter(error, sent)
  if (parameter !== undefined) return { kind: 'unsupported_parameter', parameter }
  if (error.status === 404 || error.field === 'model' || NO_MODEL.test(error.message)) return { kind: 'model_not_found' }
  return { kind: 'bad_request' }
}

function codedKind({ code, type }: ServerError): AssayErrorKind | undefined {
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code]
  return Object.hasOwn(BY_CODE, type) ? BY_CODE[type] : undefined
}

/** A request larger than the limit of a minute never fits, however long one waits. */
function isTooLarge(message: string): boolean {
  const numbers = /limit:? {0,4}(\d{1,12}), requested:? {0,4}(\d{1,12})/i.exec(message.replaceAll(/(?<=\d),(?=\d{3})/g, ''))
  if (numbers !== null) return Number(numbers[2]) > Number(numbers[1])
  return /^request too large/i.test(message)
}

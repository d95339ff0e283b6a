import { type AssayErrorKind, isOutOfCredit } from '@assay/core'
import type { HeaderSource } from '../body.ts'
import { type Named, namedParameter } from './refused-parameter.ts'
import type { ServerError } from './server-error.ts'

export type FailureKind = { readonly kind: AssayErrorKind; readonly parameter?: string; readonly isRetryable?: boolean }

/** Statuses to which a vendor gives another meaning than most vendors do. */
export type StatusKinds = Readonly<Record<number, AssayErrorKind>>

type Reported = {
  readonly body: unknown
  readonly sent: Readonly<Record<string, unknown>>
  readonly setByUser?: readonly string[] | undefined
  readonly headers?: HeaderSource | undefined
  readonly byStatus?: StatusKinds | undefined
}

/** Codes that determine the kind, whatever the status. */
const BY_CODE: Readonly<Record<string, AssayErrorKind>> = byName({
  auth: 'invalid_api_key api_key_invalid invalid_authentication_error invalid_api_key_error invalidapikey',
  context_overflow: 'context_length_exceeded exceed_context_size_error model_context_window_exceeded',
  request_too_large: 'string_above_max_length request_too_large',
  model_not_found:
    'model_not_found model_decommissioned model_not_available model_not_exist deploymentnotfound modelnotfound modelnotopen invalidendpointormodel.notfound',
  content_filter:
    'content_filter content_policy_violation responsibleaipolicyviolation data_inspection_failed datainspectionfailed invalid_prompt moderation_flagged sensitive_content',
  invalid_reply: 'json_validate_failed tool_use_failed',
  overloaded: 'server_is_overloaded overloaded_error slow_down engine_overloaded_error',
})

/** Types that are no more specific than a status. They are checked after credit, messages and refused parameters. */
const BY_TYPE: Readonly<Record<string, AssayErrorKind>> = byName({
  auth: 'authentication_error permission_error',
  model_not_found: 'not_found_error',
  timeout: 'timeout_error',
  rate_limit: 'rate_limit_error rate_limit_exceeded',
})

const BY_STATUS: StatusKinds = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  408: 'timeout',
  413: 'request_too_large',
  429: 'rate_limit',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

type Words = { readonly kind: AssayErrorKind; readonly words: RegExp; readonly if: (status: number, byStatus: StatusKinds) => boolean }

const isOfCaller = (status: number): boolean => status >= 400 && status < 500 && status !== 429

/** Patterns of messages, checked in this order. */
const BY_WORDS: readonly Words[] = [
  { kind: 'truncated', words: /max_tokens or model output limit was reached/i, if: isOfCaller },
  {
    kind: 'invalid_reply',
    words:
      /failed to (?:generate|validate) json|failed to call a function|failed_generation|(?:reply|output|response|generated \w+) (?:does|did) not match the (?:json )?schema/i,
    if: isOfCaller,
  },
  {
    kind: 'content_filter',
    words:
      /inappropriate content|content (?:exists )?risk|content[ _](?:management )?(?:policy|filter)|flagged (?:by|as|for)|(?:was|been) flagged|safety (?:system|filter|polic)|moderation|sensitive (?:content|words?|information)|敏感|不安全|违规/i,
    if: isOfCaller,
  },
  {
    kind: 'auth',
    words:
      /api[ _-]?key (?:is )?(?:not valid|invalid|expired|not found|missing)|(?:invalid|incorrect|expired|missing|no) api[ _-]?key|data policy|guardrail restrictions|身份验证|令牌(?:已过期|无效|不正确)|API ?Key ?(?:无效|错误)/i,
    if: isOfCaller,
  },
  {
    kind: 'context_overflow',
    words:
      /maximum context length|context (?:limit|length|window|size)[^.\n]{0,80}exceed|exceed[^.\n]{0,80}context|prompt is too long|too many input tokens|input is too long|length of prompt_tokens|max_tokens must be at least 1, got -|input token count[^.\n]{0,60}exceed|(?:inputs?|prompt) (?:must have less than|length (?:should be|exceed))|range of input length|超过最大长度|上下文长度|输入过长/i,
    if: (status) => status !== 429,
  },
  { kind: 'overloaded', words: /server busy|pending requests|overloaded/i, if: (status) => status < 400 || status >= 500 },
  // A 429 that means a rate limit may mention a quota per minute, so it counts as a quota only for vendors that define their own 429.
  {
    kind: 'quota',
    words: /usage limit|\bquota\b/i,
    if: (status, byStatus) => (status < 429 && status !== 403) || (status === 429 && byStatus[429] !== undefined),
  },
]

const NO_MODEL =
  /\bmodels?\b[^.\n]{0,300}(?:(?:does|do|did) ?n[o’']t exist|not exist|not found|not available|no longer available|not a valid model)|(?:unknown|invalid|no such) model\b|model identifier is invalid|on-demand throughput isn.t supported|try pulling it first|模型不存在/i
/** Codes of temporary faults of the server. */
const SERVER_FAULT = /server_error|internal|timeout|unavailable|overloaded|api_error|conflict_error/
const MEMORY = /requires more (?:system )?memory|out of memory|memory layout cannot be allocated/i

/** Statuses that may mean a refused parameter; 200 is that of an error inside a body. */
const mayRefuse = (status: number): boolean => status < 300 || [400, 405, 415, 416, 422].includes(status)

/** The kind of a failure that a server reported: by its code, then by missing credit, then by its message, then by its status. */
export function failureKind(error: ServerError, { body, sent, setByUser, headers, byStatus = {} }: Reported): FailureKind {
  const { status, codes, words } = error
  const coded = codes.map((code) => BY_CODE[code]).find((kind) => kind !== undefined)
  if (coded !== undefined) return { kind: coded }
  if (isOutOfCredit({ status, body }, sent)) return { kind: 'quota' }
  const worded =
    status === 401 ? undefined : BY_WORDS.find(({ words: pattern, if: applies }) => applies(status, byStatus) && says(words, pattern, sent))
  if (worded !== undefined) return { kind: worded.kind }
  const named = namedParameter(error, sent, setByUser)
  // A server that fails on a value, or a router that finds no endpoint with tools, fails again on a retry.
  const isRefused = status === 404 || status >= 500 ? isRefusedDespite(named, error) : named?.isRefused === true && mayRefuse(status)
  if (named !== undefined && isRefused) return { kind: 'unsupported_parameter', parameter: named.parameter, isRetryable: false }
  if (isOfCaller(status) && (NO_MODEL.test(words) || error.field === 'model')) return { kind: 'model_not_found' }
  const typed = codes.map((code) => BY_TYPE[code]).find((kind) => kind !== undefined) ?? byStatus[status] ?? BY_STATUS[status]
  if (typed === 'rate_limit') return { kind: isTooLarge(words, headers) ? 'request_too_large' : 'rate_limit' }
  if (typed !== undefined) return typed === 'provider' ? { kind: typed, isRetryable: false } : { kind: typed }
  if (status === 409 || status >= 500 || codes.some((code) => SERVER_FAULT.test(code)))
    return { kind: 'provider', isRetryable: !MEMORY.test(words) }
  if (status < 400 && !codes.includes('invalid_request_error'))
    return { kind: 'provider', isRetryable: status === 200 && codes.length === 0 && !MEMORY.test(words) }
  return named === undefined ? { kind: 'bad_request' } : { kind: 'bad_request', parameter: named.parameter }
}

/** Characters on each side of a match that are compared with the request, to detect an echo of the prompt. */
const BESIDE = 24

/** Whether the message matches, and the match is not an echo of the request. */
function says(words: string, pattern: RegExp, sent: Readonly<Record<string, unknown>>): boolean {
  const found = pattern.exec(words)
  if (found === null) return false
  const around = words.slice(Math.max(0, found.index - BESIDE), found.index + found[0].length + BESIDE)
  return !JSON.stringify(sent).includes(JSON.stringify(around).slice(1, -1))
}

/** Whether a 404 or 5xx, whose status has another meaning, is about a refused parameter. */
function isRefusedDespite(named: Named | undefined, { status, words }: ServerError): boolean {
  if (named?.parameter === 'output') return true
  return status >= 500 && named?.parameter === 'temperature' && (named.isRefused || /(?:has to|must|should) be|invalid/i.test(words))
}

/**
 * Whether a request is larger than the limit per minute, so that waiting does not help. If the message does not tell, a request that is
 * refused while the whole limit remains is too large.
 */
function isTooLarge(words: string, headers: HeaderSource | undefined): boolean {
  const numbers = /limit:? {0,4}(\d{1,12}), requested:? {0,4}(\d{1,12})/i.exec(words.replaceAll(/(?<=\d),(?=\d{3})/g, ''))
  if (numbers !== null) return Number(numbers[2]) > Number(numbers[1])
  if (/^request too large|request (?:is )?(?:too large|larger)/i.test(words)) return true
  const perMinute = /\b(?:(input|output) )?tokens per minute/i.exec(words)
  if (perMinute === null || headers === undefined) return false
  const name = `anthropic-ratelimit-${perMinute[1] === undefined ? '' : `${perMinute[1].toLowerCase()}-`}tokens`
  const limit = Number(headers.get(`${name}-limit`) ?? 0)
  return limit > 0 && Number(headers.get(`${name}-remaining`) ?? 0) >= limit
}

/** Inverts a table: from names, separated by spaces, to kinds. */
function byName(names: Readonly<Partial<Record<AssayErrorKind, string>>>): Readonly<Record<string, AssayErrorKind>> {
  const table: Record<string, AssayErrorKind> = Object.create(null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  for (const [kind, listed] of Object.entries(names) as [AssayErrorKind, string][]) for (const name of listed.split(' ')) table[name] = kind
  return table
}

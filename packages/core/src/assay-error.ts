import { redact, redactHead } from './redact.ts'
import type { Usage } from './usage.ts'

/** Every way a row, a judge, a file or a configuration can fail. One kind per next step a person would take. */
export type AssayErrorKind =
  | 'auth'
  | 'quota'
  | 'rate_limit'
  | 'overloaded'
  | 'timeout'
  | 'connection'
  | 'context_overflow'
  | 'request_too_large'
  | 'model_not_found'
  | 'bad_request'
  | 'unsupported_parameter'
  | 'provider'
  | 'empty_reply'
  | 'invalid_reply'
  | 'truncated'
  | 'refused'
  | 'content_filter'
  | 'data'
  | 'config'
  | 'budget'
  | 'aborted'

/** An error as JSON: what scores and files hold. It has no stack, no cause and no secret. */
export type ErrorInfo = {
  readonly kind: AssayErrorKind
  readonly message: string
  readonly provider?: string
  readonly modelId?: string
  readonly status?: number
  readonly requestId?: string
  /** The refused parameter, as it is called in `LLMCall` (`output`, `temperature`, …) or at the provider. */
  readonly parameter?: string
  readonly isRetryable: boolean
  readonly retryAfterMs?: number
  /** The first 500 characters of the reply that could not be used, redacted. */
  readonly replyHead?: string
}

export type AssayErrorOptions = {
  readonly kind: AssayErrorKind
  /** What was tried, where, and what to do next. Never a key: what has the shape of one is taken out. */
  readonly message: string
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly parameter?: string | undefined
  /** Left out, it follows from kind and status. */
  readonly isRetryable?: boolean | undefined
  readonly retryAfterMs?: number | undefined
  /** The reply as it came; the error keeps its head. */
  readonly reply?: string | undefined
  /** What a reply that could not be used has cost, where the provider said so. It stays in the process: a score has a place of its own. */
  readonly usage?: Usage | undefined
  /** What was repaired or asked again before it came to this. It stays in the process, too. */
  readonly repairs?: readonly string[] | undefined
  /** What the server said, apart from the sentence around it. It stays in the process, as the next does. */
  readonly said?: string | undefined
  /** The limit of output tokens in the request, thinking included, for who reads what was said of it. */
  readonly sentLimit?: number | undefined
  /** Known secrets, taken out of message and reply head word for word. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /** For debuggers. It never leaves the process. */
  readonly cause?: unknown
}

const MARKER = Symbol.for('assay.error.v1')
const REPLY_HEAD_LENGTH = 500

/** The one error class of Assay. Recognise it by `AssayError.is`, so that two copies of the package agree. */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  readonly kind: AssayErrorKind
  readonly provider: string | undefined
  readonly modelId: string | undefined
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly parameter: string | undefined
  readonly isRetryable: boolean
  readonly retryAfterMs: number | undefined
  readonly replyHead: string | undefined
  readonly usage: Usage | undefined
  readonly repairs: readonly string[] | undefined
  readonly said: string | undefined
  readonly sentLimit: number | undefined

  constructor(options: AssayErrorOptions) {
    super(redact(options.message, options.secrets), options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = options.kind
    this.provider = options.provider
    this.modelId = options.modelId
    this.status = options.status
    this.requestId = options.requestId
    this.parameter = options.parameter
    this.isRetryable = options.isRetryable ?? isRetryableKind(options.kind, options.status)
    this.retryAfterMs = options.retryAfterMs
    this.replyHead = options.reply === undefined ? undefined : headOf(redactHead(options.reply, options.secrets))
    this.usage = options.usage
    this.repairs = options.repairs
    this.said = options.said === undefined ? undefined : redactHead(options.said, options.secrets)
    this.sentLimit = options.sentLimit
    Object.defineProperty(this, MARKER, { value: true })
  }

  static is(value: unknown): value is AssayError {
    return typeof value === 'object' && value !== null && MARKER in value && value[MARKER] === true
  }

  toJSON(): ErrorInfo {
    const { kind, message, provider, modelId, status, requestId, parameter, isRetryable, retryAfterMs, replyHead } = this
    const info = { kind, message, provider, modelId, status, requestId, parameter, isRetryable, retryAfterMs, replyHead }
    // What is undefined is left out.
    return JSON.parse(JSON.stringify(info))
  }
}

/** The same error for who was charged this much: for one call that fails many askers, only the first pays. */
export function withUsage(error: AssayError, usage: Usage): AssayError {
  return new AssayError({ ...error.toJSON(), reply: error.replyHead, usage, repairs: error.repairs, cause: error })
}

function isRetryableKind(kind: AssayErrorKind, status: number | undefined): boolean {
  switch (kind) {
    case 'rate_limit':
    case 'overloaded':
    case 'timeout':
    case 'connection':
      return true
    case 'provider':
      return status !== undefined && (status >= 500 || status === 408 || status === 409)
    default:
      return false
  }
}

/** Cut by code point, so that no surrogate pair is split. */
function headOf(text: string): string {
  if (text.length <= REPLY_HEAD_LENGTH) return text.toWellFormed()
  return Array.from(text.slice(0, 2 * REPLY_HEAD_LENGTH))
    .slice(0, REPLY_HEAD_LENGTH)
    .join('')
    .toWellFormed()
}

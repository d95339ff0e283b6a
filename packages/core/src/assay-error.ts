import { redact, redactHead } from './redact.ts'
import type { Usage } from './usage.ts'

/** Every way a row, a judge, a file or a configuration can fail. Each kind has its own next step for the user. */
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

/** An error as JSON, for scores and files. It has no stack, no cause and no secret. */
export type ErrorInfo = {
  readonly kind: AssayErrorKind
  readonly message: string
  readonly provider?: string
  readonly modelId?: string
  readonly status?: number
  readonly requestId?: string
  /** The refused parameter, by its name in `LLMCall` (`output`, `temperature`, …) or at the provider. */
  readonly parameter?: string
  readonly isRetryable: boolean
  readonly retryAfterMs?: number
  /** The first 500 characters of the reply that could not be used, redacted. */
  readonly replyHead?: string
}

export type AssayErrorOptions = {
  readonly kind: AssayErrorKind
  /** What was tried, where, and what to do next. Text with the shape of a key is removed. */
  readonly message: string
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly parameter?: string | undefined
  /** Default: derived from kind and status. */
  readonly isRetryable?: boolean | undefined
  readonly retryAfterMs?: number | undefined
  /** The full reply; the error stores only its beginning. */
  readonly reply?: string | undefined
  /** What the unusable reply cost, if the provider reported it. Not serialised: a score has its own field for it. */
  readonly usage?: Usage | undefined
  /** What was repaired, or requested again, before the failure. Not serialised. */
  readonly repairs?: readonly string[] | undefined
  /** The server's message alone, without the sentence around it. Not serialised, nor is the next option. */
  readonly serverMessage?: string | undefined
  /** The limit of output tokens in the request, thinking included, for readers of `serverMessage`. */
  readonly sentLimit?: number | undefined
  /** Known secrets. They are removed from the message and from the beginning of the reply. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /** For debuggers. Not serialised. */
  readonly cause?: unknown
}

const MARKER = Symbol.for('assay.error.v1')
const REPLY_HEAD_LENGTH = 500

/** The only error class of Assay. Recognise it by `AssayError.is`, which works across two copies of the package. */
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
  readonly serverMessage: string | undefined
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
    this.serverMessage = options.serverMessage === undefined ? undefined : redactHead(options.serverMessage, options.secrets)
    this.sentLimit = options.sentLimit
    Object.defineProperty(this, MARKER, { value: true })
  }

  static is(value: unknown): value is AssayError {
    return typeof value === 'object' && value !== null && MARKER in value && value[MARKER] === true
  }

  toJSON(): ErrorInfo {
    const { kind, message, provider, modelId, status, requestId, parameter, isRetryable, retryAfterMs, replyHead } = this
    const info = { kind, message, provider, modelId, status, requestId, parameter, isRetryable, retryAfterMs, replyHead }
    // Fields that are undefined are left out.
    return JSON.parse(JSON.stringify(info))
  }
}

/** The same error with another usage. If one call fails for many callers, only the first of them is charged. */
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

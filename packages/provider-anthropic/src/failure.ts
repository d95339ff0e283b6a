import { abortedError, AssayError, type AssayErrorKind, type AssayErrorOptions, parseRetryAfter, redact } from '@assay/core'
import { failureKind, type HeaderSource } from './failure-kind.ts'
import { isRecord } from './is-record.ts'
import { nextStep } from './next-step.ts'
import { readServerError } from './server-error.ts'

/** One request, as far as a message about its failure needs to know it. */
export type Attempt = {
  readonly modelId: string
  /** The base URL, fit to be shown. */
  readonly where: string
  readonly secrets: readonly string[]
  readonly sent: Readonly<Record<string, unknown>>
  /** Names of parameters that the user set for the adapter. */
  readonly setByUser: readonly string[]
  readonly signal: AbortSignal | undefined
}

const NO_BODY = 'status code (no body)'
const SHOWN_LENGTH = 500

/** Whatever the SDK or the reading of a body threw, as the one error of Assay. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  if (AssayError.is(error)) return error
  const status = isRecord(error) && typeof error['status'] === 'number' ? error['status'] : undefined
  if (status === undefined) return networkFailure(error, attempt)
  const body = isRecord(error) ? error['error'] : undefined
  const text = body === undefined ? textAfterStatus(error, status) : JSON.stringify(body)
  return serverFailure({ status, body: body ?? text, text, headers: headersOf(error), cause: error }, attempt)
}

/** A failure that the server reported, with an error status or inside a body that came with 200. */
export function serverFailure(
  answer: { status: number; body: unknown; text: string; headers: HeaderSource | undefined; cause?: unknown },
  attempt: Attempt,
): AssayError {
  const { status, text, headers, cause } = answer
  const isHtml = text.trimStart().startsWith('<')
  const said = (isHtml ? undefined : readServerError(answer.body, status)) ?? {
    status,
    type: '',
    code: '',
    requestId: undefined,
    message: '',
  }
  const found = failureKind(said, attempt.sent, headers)
  const about = isHtml ? 'an HTML page' : shown(said.message || said.code || said.type || 'no explanation', attempt.secrets)
  return failure(found.kind, `answered with HTTP ${status}: ${sentence(about)}`, attempt, {
    ...found,
    status,
    requestId: headers?.get('request-id') ?? said.requestId,
    retryAfterMs: headers === undefined ? undefined : parseRetryAfter(headers, Date.now()),
    reply: text === '' ? undefined : text,
    cause,
  })
}

/** An error with the provider, the model, what happened and the next step in its message. */
export function failure(kind: AssayErrorKind, happened: string, attempt: Attempt, more: Partial<AssayErrorOptions> = {}): AssayError {
  const { modelId, where, secrets, setByUser } = attempt
  const next = nextStep(kind, { where, parameter: more.parameter, setByUser: setByUser.includes(more.parameter?.split('.')[0] ?? '') })
  const refused = more.parameter === undefined ? '' : ` It refuses ${more.parameter}.`
  const requestId = more.requestId === undefined ? undefined : redact(more.requestId, secrets)
  return new AssayError({
    ...more,
    requestId,
    kind,
    message: `anthropic:${modelId} ${happened}${refused} ${next}`,
    provider: 'anthropic',
    modelId,
    secrets,
  })
}

/** Where the body is no JSON, the SDK keeps it in its message. */
function textAfterStatus(error: unknown, status: number): string {
  const message = messageOf(error)
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : ''
  return text === NO_BODY ? '' : text
}

function networkFailure(error: unknown, attempt: Attempt): AssayError {
  const chain = causesOf(error)
  const code = chain
    .map((cause) => (isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : ''))
    .find((found) => found !== '')
  const said = chain.map(messageOf).findLast((message) => message !== '') ?? ''
  const what = [said === '' ? 'no explanation' : said, ...(code === undefined || said.includes(code) ? [] : [`(${code})`])].join(' ')
  if (chain.some(isTimeout)) return failure('timeout', 'did not answer in time.', attempt, { cause: error })
  if (code !== undefined || chain.some(isConnectionLoss)) {
    return failure('connection', `could not be reached, or the connection broke: ${sentence(what)}`, attempt, { cause: error })
  }
  const kind = /authentication method/i.test(said) ? 'auth' : 'provider'
  return failure(kind, `could not be asked: ${sentence(what)}`, attempt, { cause: error })
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && chain.length < 8; cause = isRecord(cause) ? cause['cause'] : undefined) {
    chain.push(cause)
  }
  return chain
}

function isTimeout(error: unknown): boolean {
  return isNamed(error, 'APIConnectionTimeoutError') || isNamed(error, 'TimeoutError') || /timed? ?out/i.test(messageOf(error))
}

function isConnectionLoss(error: unknown): boolean {
  return isNamed(error, 'APIConnectionError') || /fetch failed|terminated|socket|network/i.test(messageOf(error))
}

/** By name along the prototypes: a client given by the user may come from another copy of the SDK. */
function isNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === name) return true
  for (let type: unknown = Object.getPrototypeOf(error); isRecord(type); type = Object.getPrototypeOf(type)) {
    const { constructor } = type
    if (typeof constructor === 'function' && constructor.name === name) return true
  }
  return false
}

function headersOf(error: unknown): HeaderSource | undefined {
  const headers = isRecord(error) ? error['headers'] : undefined
  return isHeaderSource(headers) ? headers : undefined
}

/** By shape: another fetch brings a class of its own. */
function isHeaderSource(value: unknown): value is HeaderSource {
  return isRecord(value) && typeof value['get'] === 'function'
}

function messageOf(error: unknown): string {
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : typeof error === 'string' ? error : ''
}

/** Secrets go before the cut, which could leave half of one. */
function shown(text: string, secrets: readonly string[]): string {
  const clean = redact(text, secrets)
  return clean.length <= SHOWN_LENGTH ? clean : `${clean.slice(0, SHOWN_LENGTH).toWellFormed()}…`
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

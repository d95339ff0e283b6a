import { abortedError, AssayError, type AssayErrorKind, type AssayErrorOptions, parseRetryAfter } from '@assay/core'
import { failureKind } from './failure-kind.ts'
import { isRecord } from './is-record.ts'
import { nextStep } from './next-step.ts'

/** One request, as far as a message about its failure needs to know it. */
export type Attempt = {
  readonly modelId: string
  /** The address of the server, fit to be shown. */
  readonly where: string
  readonly secrets: readonly string[]
  /** The body of the request. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Names of parameters that the user set for the adapter. */
  readonly setByUser: readonly string[]
  readonly signal: AbortSignal | undefined
}

type Headers = { readonly get: (name: string) => string | null }

const MESSAGE_LENGTH = 1000
/** What the SDK says of a stream that ends without `done`. */
const NO_END = /did not receive done/i
const CONNECTION_LOSS = /fetch failed|terminated|socket|network|premature close/i

/** Whatever the SDK or the reading of a reply threw, as the one error of Assay. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  if (AssayError.is(error)) return error
  const status = isRecord(error) && typeof error['status_code'] === 'number' ? error['status_code'] : undefined
  const message = messageOf(error)
  if (status !== undefined) return serverFailure({ status, text: message, headers: undefined, cause: error }, attempt)
  if (NO_END.test(message)) return failure('connection', 'ended its reply in the middle.', attempt, { cause: error })
  if (error instanceof SyntaxError) return failure('provider', 'answered with a body that is no JSON.', attempt, { cause: error })
  return networkFailure(error, attempt)
}

/** A failure that the server reported, with an error status or as a line of its stream. */
export function serverFailure(
  answer: { status: number; text: string; headers: Headers | undefined; cause?: unknown },
  attempt: Attempt,
): AssayError {
  const { status, text, headers, cause } = answer
  const said = status >= 300 && status < 400 ? 'a redirect, which is not followed' : saidIn(text)
  const found = failureKind(status, said, attempt.sent)
  return failure(found.kind, `answered with HTTP ${status}: ${sentence(said === '' ? 'no explanation' : said)}`, attempt, {
    ...found,
    status,
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfterMs: headers === undefined ? undefined : parseRetryAfter(headers, Date.now()),
    reply: text === '' ? undefined : text,
    cause,
  })
}

/** An error with the provider, the model, what happened and the next step in its message. */
export function failure(kind: AssayErrorKind, happened: string, attempt: Attempt, more: Partial<AssayErrorOptions> = {}): AssayError {
  const { modelId, where, secrets, setByUser } = attempt
  const next = nextStep(kind, { modelId, where, parameter: more.parameter, setByUser: setByUser.includes(more.parameter ?? '') })
  const refused = more.parameter === undefined ? '' : ` It refuses ${more.parameter}.`
  return new AssayError({
    ...more,
    kind,
    message: `ollama:${modelId} ${happened}${refused} ${next}`.trimEnd(),
    provider: 'ollama',
    modelId,
    secrets,
  })
}

function networkFailure(error: unknown, attempt: Attempt): AssayError {
  // Somebody called `abort()` of a client that was given.
  if (nameOf(error) === 'AbortError') return failure('aborted', 'was stopped before a reply came.', attempt, { cause: error })
  const chain = causesOf(error)
  const code = chain
    .map((cause) => (isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : ''))
    .find((found) => found !== '')
  const said = chain.map(messageOf).findLast((message) => message !== '') ?? ''
  const what = [said === '' ? 'no explanation' : said, ...(code === undefined || said.includes(code) ? [] : [`(${code})`])].join(' ')
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || chain.some((cause) => nameOf(cause) === 'TimeoutError')) {
    return failure('timeout', 'did not answer in time.', attempt, { cause: error })
  }
  if (code !== undefined || chain.some((cause) => CONNECTION_LOSS.test(messageOf(cause)))) {
    return failure('connection', `could not be reached, or the connection broke: ${sentence(what)}`, attempt, { cause: error })
  }
  // The SDK throws what an error line says as a plain Error.
  if (nameOf(error) === 'Error') return serverFailure({ status: 200, text: said, headers: undefined, cause: error }, attempt)
  return failure('provider', `could not be asked: ${sentence(what)}`, attempt, { cause: error })
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && chain.length < 8; cause = isRecord(cause) ? cause['cause'] : undefined) {
    chain.push(cause)
  }
  return chain
}

/** Ollama says `{"error":"…"}`, proxies before it say anything; what llama.cpp said stands inside as JSON once more. */
function saidIn(text: string): string {
  if (text.trimStart().startsWith('<')) return 'an HTML page'
  let said: unknown = text
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof said === 'string') {
      const inner = said.trimStart().startsWith('{') ? jsonOf(said) : undefined
      if (inner === undefined) return head(said)
      said = inner
    }
    if (!isRecord(said)) break
    said = said['error'] ?? said['message'] ?? said['detail'] ?? JSON.stringify(said)
  }
  return head(typeof said === 'string' ? said : text)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function messageOf(error: unknown): string {
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : typeof error === 'string' ? error : ''
}

function head(text: string): string {
  return text.length <= MESSAGE_LENGTH ? text : `${text.slice(0, MESSAGE_LENGTH).toWellFormed()}…`
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

import { abortedError, AssayError, parseRetryAfter } from '@assay/core'
import {
  type Attempt,
  createFailure,
  describeAnswer,
  errorMessage,
  type Failure,
  type HeaderSource,
  isErrorNamed,
  isRecord,
  parseJson,
  readNetworkFailure,
} from '@assay/provider-kit'
import { failureKind } from './failure-kind.ts'
import { nextStep } from './next-step.ts'

/** Servers may echo a whole prompt behind what they say. */
const READ_LENGTH = 1000
/** What the SDK says of a stream that ends without `done`. */
const NO_END = /did not receive done/i

export const failure: Failure = createFailure(nextStep)

/** Whatever the SDK or the reading of a reply threw, as the one error of Assay. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  if (AssayError.is(error)) return error
  const status = isRecord(error) && typeof error['status_code'] === 'number' ? error['status_code'] : undefined
  const message = errorMessage(error)
  if (status !== undefined) return serverFailure({ status, text: message, headers: undefined, cause: error }, attempt)
  if (NO_END.test(message)) return failure('connection', 'ended its reply in the middle.', attempt, { cause: error })
  if (error instanceof SyntaxError) return failure('provider', 'answered with a body that is no JSON.', attempt, { cause: error })
  return networkFailure(error, attempt)
}

/** A failure that the server reported, with an error status or as a line of its stream. */
export function serverFailure(
  answer: { status: number; text: string; headers: HeaderSource | undefined; cause?: unknown },
  attempt: Attempt,
): AssayError {
  const { status, text, headers, cause } = answer
  const said = saidIn(text)
  const found = failureKind({ status, message: said.slice(0, READ_LENGTH), body: text }, attempt.sent)
  return failure(found.kind, `answered with HTTP ${status}: ${describeAnswer(answer, said, attempt)}`, attempt, {
    ...found,
    status,
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfterMs: headers === undefined ? undefined : parseRetryAfter(headers, Date.now()),
    reply: text === '' ? undefined : text,
    cause,
  })
}

function networkFailure(error: unknown, attempt: Attempt): AssayError {
  // Somebody called `abort()` of a client that was given.
  if (isErrorNamed(error, 'AbortError')) return failure('aborted', 'was stopped before a reply came.', attempt, { cause: error })
  const { kind, happened, said, usage } = readNetworkFailure(error)
  // The SDK throws what an error line says as a plain Error.
  if (kind === 'provider' && error instanceof Error && error.name === 'Error') {
    return serverFailure({ status: 200, text: said, headers: undefined, cause: error }, attempt)
  }
  return failure(kind, happened, attempt, { cause: error, usage })
}

/** Ollama says `{"error":"…"}`, proxies before it say anything; what llama.cpp said stands inside as JSON once more. */
function saidIn(text: string): string {
  if (text.trimStart().startsWith('<')) return ''
  let said: unknown = text
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof said === 'string') {
      const inner = said.trimStart().startsWith('{') ? parseJson(said) : undefined
      if (inner === undefined) return said
      said = inner
    }
    if (!isRecord(said)) break
    said = said['error'] ?? said['message'] ?? said['detail'] ?? JSON.stringify(said)
  }
  return typeof said === 'string' ? said : text
}

import { abortedError, AssayError, parseRetryAfter } from '@assay/core'
import {
  type Attempt,
  createFailure,
  describeAnswer,
  type Failure,
  readApiError,
  readNetworkFailure,
  type ServerAnswer,
} from '@assay/provider-kit'
import { failureKind } from './failure-kind.ts'
import { nextStep } from './next-step.ts'
import { readServerError } from './server-error.ts'

export const failure: Failure = createFailure(nextStep)

/** Whatever the SDK or the reading of a body threw, as the one error of Assay. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  if (AssayError.is(error)) return error
  const answer = readApiError(error)
  if (answer !== undefined) return serverFailure(answer, attempt)
  const { kind, happened, usage } = readNetworkFailure(error)
  return failure(kind, happened, attempt, { cause: error, usage })
}

/** A failure that the server reported, with an error status or inside a body that came with 200. */
export function serverFailure(answer: ServerAnswer, attempt: Attempt): AssayError {
  const { status, body, text, headers, cause } = answer
  const isHtml = text.trimStart().startsWith('<')
  const said = (isHtml ? undefined : readServerError(body, status)) ?? { status, code: '', type: '', field: '', message: '' }
  const found = failureKind(said, body, attempt.sent)
  const about = describeAnswer(answer, said.message || said.code || said.type, attempt)
  return failure(found.kind, `answered with HTTP ${status}: ${about}`, attempt, {
    ...found,
    status,
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfterMs: headers === undefined ? undefined : parseRetryAfter(headers, Date.now()),
    reply: text === '' ? undefined : text,
    cause,
  })
}

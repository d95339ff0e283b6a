import { abortedError, AssayError, type AssayErrorKind, errorChain, errorMessage, isRecord } from '@assay/core'
import { type Attempt, createFailures, readApiError, readNetworkFailure, shownText } from '@assay/provider-kit'

const failures = createFailures({
  requestIdHeader: 'x-request-id',
  // LangChain wraps errors of the vendors' SDKs as causes.
  readAnswer: (error) =>
    errorChain(error)
      .map(readApiError)
      .find((answer) => answer !== undefined),
  steps: {
    auth: ({ where }) => `Check the key that the model sends to ${where}.`,
    connection: ({ where }) => `Check that the server at ${where} runs and can be reached.`,
    model_not_found: ({ where }) => `Check the name of the model, and that it is available at ${where}.`,
    unsupported_parameter: (_attempt, { parameter }) =>
      parameter === 'output' ? undefined : `Take ${parameter ?? 'it'} out of the options of the model.`,
  },
})

export const { failure } = failures

/** Errors whose name determines the kind. Compared by name, since there may be two copies of a class. */
const BY_NAME: Readonly<Record<string, AssayErrorKind>> = {
  ContextOverflowError: 'context_overflow',
  ModelRefusalError: 'refused',
  LengthFinishReasonError: 'truncated',
  ContentFilterFinishReasonError: 'content_filter',
  InsufficientQuotaError: 'quota',
  RateLimitQuotaExhaustedError: 'quota',
}

/** Converts anything that a model of LangChain threw. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  const chain = errorChain(error)
  const own = chain.find((cause) => AssayError.is(cause))
  if (own !== undefined) return own
  if (chain.some((cause) => readApiError(cause) !== undefined)) return failures.failureOf(error, attempt)
  const kind = chain.map(namedKind).find((found) => found !== undefined)
  if (kind !== undefined) return failure(kind, `ended in ${nameOf(error)}: ${messageOf(error, attempt)}`, attempt, { cause: error })
  if (readNetworkFailure(error).kind !== 'provider') return failures.failureOf(error, attempt)
  return failure('provider', `failed in LangChain: ${messageOf(error, attempt)}`, attempt, { cause: error })
}

function namedKind(error: unknown): AssayErrorKind | undefined {
  const name = nameOf(error)
  const ownName = error instanceof Error ? error.constructor.name : ''
  return [name, ownName].map((known) => (Object.hasOwn(BY_NAME, known) ? BY_NAME[known] : undefined)).find((kind) => kind !== undefined)
}

function nameOf(error: unknown): string {
  return isRecord(error) && typeof error['name'] === 'string' ? error['name'] : 'an error'
}

function messageOf(error: unknown, { secrets }: Attempt): string {
  const message = errorMessage(error).split('\n\nTroubleshooting URL:', 1)[0] ?? ''
  return shownText(message === '' ? 'no explanation' : message, secrets)
}

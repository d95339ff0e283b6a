import { AssayError, type AssayErrorKind, type AssayErrorOptions } from './assay-error.ts'
import { isEngineLimit } from './engine-limit.ts'
import { errorChain, isErrorNamed } from './error-chain.ts'
import { type ErrorShape, readErrorShape } from './error-shape.ts'
import { isNeverSent, networkKind } from './network-codes.ts'
import { nextStepOf } from './next-step.ts'
import { isOutOfCredit } from './out-of-credit.ts'
import { redact } from './redact.ts'
import { shownText } from './shown-text.ts'
import { noUsage, unknownUsage } from './usage.ts'

type ModelName = { readonly provider: string; readonly modelId: string }

const BY_STATUS: Readonly<Record<number, AssayErrorKind>> = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  408: 'timeout',
  409: 'provider',
  413: 'request_too_large',
  429: 'rate_limit',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

/** Codes and names of OpenAI, LangChain, the AI SDK and AWS that are more precise than a status. */
const BY_CODE: Readonly<Record<string, AssayErrorKind>> = {
  context_length_exceeded: 'context_overflow',
  model_not_found: 'model_not_found',
  ai_nosuchmodelerror: 'model_not_found',
  invalid_api_key: 'auth',
  model_authentication: 'auth',
  ai_loadapikeyerror: 'auth',
  content_filter: 'content_filter',
  rate_limit_exceeded: 'rate_limit',
  model_rate_limit: 'rate_limit',
  throttlingexception: 'rate_limit',
  overloaded_error: 'overloaded',
}

/**
 * Turns whatever an adapter threw into an AssayError. Errors of other libraries are read by their shape: a status (`statusCode`,
 * `status`), a network or vendor code (`code`), `isRetryable`, or the name `AbortError`. An error with none of these is a mistake in the
 * adapter, and the message names the adapter.
 */
export function readAdapterError(error: unknown, adapter: ModelName): AssayError {
  const chain = errorChain(error)
  const own = chain.find((cause) => AssayError.is(cause))
  if (own !== undefined) return own
  const found = failureIn(chain, readErrorShape(chain))
  return found === undefined ? mistakeOf(adapter, error) : failed(found, adapter, error)
}

type Found = Pick<AssayErrorOptions, 'kind' | 'status' | 'isRetryable' | 'retryAfterMs' | 'requestId' | 'usage' | 'serverMessage'> & {
  readonly happened: string
}

function failureIn(chain: readonly unknown[], shape: ErrorShape): Found | undefined {
  const { status, codes, isRetryable, retryAfterMs, requestId } = shape
  const serverMessage = shownText(shape.message === '' ? 'no explanation' : shape.message)
  const happened = status === undefined ? `failed: ${serverMessage}` : `failed with HTTP ${status}: ${serverMessage}`
  if (isMoney(shape)) return { kind: 'quota', status, requestId, happened }
  const kind = codes.flatMap((code) => (Object.hasOwn(BY_CODE, code) ? [BY_CODE[code]] : []))[0] ?? kindOf(status)
  if (kind !== undefined)
    return { kind, status, isRetryable, retryAfterMs, requestId: requestId && redact(requestId), serverMessage: shape.message, happened }
  if (chain.some((cause) => isErrorNamed(cause, 'AbortError'))) return { kind: 'aborted', happened: 'was stopped before a reply came.' }
  if (chain.some((cause) => isErrorNamed(cause, 'TimeoutError')))
    return { kind: 'timeout', isRetryable, happened: 'did not answer in time.' }
  const network = codes.map((code) => networkKind(code.toUpperCase())).find((found) => found !== undefined)
  if (network !== undefined || chain.some(isLostFetch)) {
    const usage = codes.some((code) => isNeverSent(code.toUpperCase())) ? { ...noUsage, calls: 1 } : undefined
    const broken = `could not be reached, or the connection broke: ${serverMessage}`
    return { kind: network ?? 'connection', isRetryable, usage, happened: network === 'timeout' ? 'did not answer in time.' : broken }
  }
  return isRetryable === undefined ? undefined : { kind: 'provider', isRetryable, happened }
}

/** Never retried, even if the error says it is retryable: a library that only reads the status takes it for a rate limit. */
function isMoney({ status, codes, bodies }: ErrorShape): boolean {
  const named = codes.map((code) => ({ code }))
  return isOutOfCredit({ status: status ?? 0, body: status === undefined ? named : [...named, ...bodies] })
}

function kindOf(status: number | undefined): AssayErrorKind | undefined {
  if (status === undefined) return undefined
  return BY_STATUS[status] ?? (status < 500 ? 'bad_request' : 'provider')
}

function failed({ happened, ...found }: Found, { provider, modelId }: ModelName, cause: unknown): AssayError {
  const next = nextStepOf(found.kind) ?? STEPS[found.kind] ?? 'If this persists, look at the status of the service, or at the adapter.'
  return new AssayError({ ...found, provider, modelId, cause, message: `${provider}:${modelId} ${happened} ${next}`.trimEnd() })
}

const STEPS: Readonly<Partial<Record<AssayErrorKind, string>>> = {
  auth: 'Check the key that the adapter sends, and that it may use this model.',
  connection: 'Check the address that the adapter calls, and that its server runs.',
  model_not_found: 'Check the name of the model, and the address that the adapter calls.',
  bad_request: 'Compare the message of the server with what the adapter sends.',
  aborted: '',
}

function mistakeOf({ provider, modelId }: ModelName, error: unknown): AssayError {
  const subject = `adapter ${provider}:${modelId}`
  if (isEngineLimit(error)) {
    const message = `This row is too large for the ${subject}: ${error.message}. Shorten its texts.`
    return new AssayError({ kind: 'data', provider, modelId, message, cause: error })
  }
  const thrown = typeof error === 'object' && error !== null ? 'an object' : String(error)
  const what = error instanceof Error ? `${error.name}: ${error.message}` : `what is no Error: ${thrown}`
  const message = `The ${subject} threw ${shownText(what)} Fix the adapter. It must throw a failure of its server as an AssayError, or with a status.`
  // The adapter may have thrown it after an answer that is charged.
  return new AssayError({ kind: 'config', provider, modelId, message, cause: error, usage: unknownUsage() })
}

/** Undici gives no further detail for some connections. */
function isLostFetch(error: unknown): boolean {
  return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message)
}

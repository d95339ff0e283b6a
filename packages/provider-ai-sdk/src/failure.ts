import { abortedError, type AssayError, type AssayErrorKind, errorChain, errorMessage, isRecord, noUsage } from '@assay/core'
import { type Attempt, createFailures, describeUnreadableBody, parseJson, readNetworkFailure, shownText } from '@assay/provider-kit'

const failures = createFailures({
  requestIdHeader: 'x-request-id',
  others: 'providerOptions',
  readAnswer,
  steps: {
    auth: ({ where }) => `Check the key for ${where}, which the package of the AI SDK reads from its own variable or takes as \`apiKey\`.`,
    connection: ({ where }) => `Check that the server at ${where} runs and can be reached (\`baseURL\` of the provider).`,
    model_not_found: ({ where }) => `Check the name of the model, and that it is available at ${where}.`,
  },
})

export const { failure, serverFailure } = failures

/** Errors of the SDK whose name determines the kind. Compared by name, since there may be two copies of the class. */
const BY_NAME: Readonly<Record<string, AssayErrorKind>> = {
  AI_LoadAPIKeyError: 'auth',
  AI_LoadSettingError: 'config',
  AI_InvalidArgumentError: 'config',
  AI_InvalidPromptError: 'config',
  AI_NoSuchModelError: 'model_not_found',
  AI_NoSuchProviderReferenceError: 'model_not_found',
  AI_UnsupportedFunctionalityError: 'unsupported_parameter',
  AI_TooManyEmbeddingValuesForCallError: 'request_too_large',
  AI_EmptyResponseBodyError: 'provider',
  AI_InvalidResponseDataError: 'provider',
  AI_JSONParseError: 'provider',
  AI_TypeValidationError: 'provider',
  AI_NoContentGeneratedError: 'provider',
}
/** Kinds of errors that the SDK throws before it sends anything. */
const BEFORE_REQUEST: ReadonlySet<AssayErrorKind> = new Set<AssayErrorKind>([
  'auth',
  'config',
  'unsupported_parameter',
  'request_too_large',
])

/** Converts anything that a model of the SDK threw. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  const call = callError(error)
  const request = { ...attempt, sent: { ...attempt.sent, ...sentIn(call) } }
  if (call === undefined) return namedFailure(error, request) ?? libraryFailure(error, request)
  if (call['statusCode'] !== 200 || readAnswer(error) !== undefined || hasLostConnection(error)) return failures.failureOf(error, request)
  const text = textOf(call['responseBody'])
  const what = isRecord(parseJson(text))
    ? `a body that the AI SDK does not accept${placeIn(error)}.`
    : describeUnreadableBody(text, 'a reply')
  return failure('provider', `answered with HTTP 200 and ${what}`, request, {
    status: 200,
    reply: text === '' ? undefined : text,
    cause: error,
  })
}

function namedFailure(error: unknown, attempt: Attempt): AssayError | undefined {
  const name = isRecord(error) && typeof error['name'] === 'string' ? error['name'] : ''
  const kind = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  if (kind === undefined) return undefined
  const said = shownText(errorMessage(error), attempt.secrets)
  if (!BEFORE_REQUEST.has(kind)) return failure(kind, `answered with what the AI SDK cannot read: ${said}`, attempt, { cause: error })
  return failure(kind, `was not called: ${said}`, attempt, { usage: noUsage, cause: error })
}

/** An error without a response or a known name: a network failure, or a fault in the package. */
function libraryFailure(error: unknown, attempt: Attempt): AssayError {
  const { kind, said } = readNetworkFailure(error)
  if (kind !== 'provider') return failures.failureOf(error, attempt)
  return failure(kind, `failed in the AI SDK: ${shownText(said === '' ? 'no explanation' : said, attempt.secrets)}`, attempt, {
    cause: error,
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The SDK's error about a request. */
function callError(error: unknown): Fields | undefined {
  return errorChain(error)
    .filter(isRecord)
    .find(({ name }) => name === 'AI_APICallError')
}

/** The response of the server, if it is an error by its status, or inside a body with status 200. */
function readAnswer(error: unknown) {
  const call = callError(error)
  const status = call?.['statusCode']
  if (call === undefined || typeof status !== 'number') return undefined
  const text = textOf(call['responseBody'])
  if (status === 200 && !saysError(parseJson(text))) return undefined
  return { status, text, headers: headersOf(call['responseHeaders']), cause: error }
}

/** Whether a body with status 200 is an error. */
export function saysError(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isRecord(first)) return false
  const { error, type, message } = first
  return (error !== undefined && error !== null) || type === 'error' || (typeof message === 'string' && !('choices' in first))
}

/** The path of the first fault that the package's schema found in the body. */
function placeIn(error: unknown): string {
  const issues = errorChain(error)
    .filter(isRecord)
    .map((cause) => cause['issues'])
    .find((found) => Array.isArray(found))
  const path: unknown = Array.isArray(issues) && isRecord(issues[0]) ? issues[0]['path'] : undefined
  return Array.isArray(path) && path.length > 0 ? ` (at ${path.map(String).join('.').slice(0, 60)})` : ''
}

function hasLostConnection(error: unknown): boolean {
  const { kind } = readNetworkFailure(error)
  return kind === 'connection' || kind === 'timeout' || kind === 'invalid_reply'
}

function headersOf(headers: unknown): { readonly get: (name: string) => string | null } {
  const given = isRecord(headers) ? headers : {}
  const lower = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    get(name) {
      const value = lower.get(name) ?? (name === 'x-request-id' ? lower.get('request-id') : undefined)
      return typeof value === 'string' ? value : null
    },
  }
}

/** The fields that were sent. Those in Google's `generationConfig` are added in snake case. */
function sentIn(call: Fields | undefined): Fields {
  const body = isRecord(call?.['requestBodyValues']) ? call['requestBodyValues'] : {}
  const config = isRecord(body['generationConfig']) ? body['generationConfig'] : {}
  const fields = [...Object.entries(body), ...Object.entries(config).map(([name, value]) => [snakeCase(name), value] as const)]
  // The SDK lists omitted fields as `undefined`.
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

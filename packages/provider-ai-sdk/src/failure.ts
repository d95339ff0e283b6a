import { abortedError, type AssayError, type AssayErrorKind, errorChain, errorMessage, isRecord, noUsage } from '@assay/core'
import { type Attempt, createFailures, describeUnreadableBody, parseJson, readNetworkFailure, shownText } from '@assay/provider-kit'

const failures = createFailures({
  requestIdHeader: 'x-request-id',
  others: 'providerOptions',
  readAnswer,
  steps: {
    auth: ({ where }) => `Check the key for ${where}, which the package of the AI SDK reads from its own variable or takes as \`apiKey\`.`,
    connection: ({ where }) => `Check that the server at ${where} runs and can be reached (\`baseURL\` of the provider).`,
    model_not_found: ({ where }) => `Check the name of the model, and that it is to be had at ${where}.`,
  },
})

export const { failure, serverFailure } = failures

/** Errors of the SDK that say by their name what is wrong. By name, since there may be two copies of the class. */
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
/** Thrown before anything was sent. */
const NOT_ASKED: ReadonlySet<AssayErrorKind> = new Set<AssayErrorKind>(['auth', 'config', 'unsupported_parameter', 'request_too_large'])

/** Whatever a model of the SDK threw, as the one error of Assay. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  if (attempt.signal?.aborted) return abortedError(attempt.signal)
  const call = callError(error)
  const asked = { ...attempt, sent: { ...attempt.sent, ...sentIn(call) } }
  if (call === undefined) return namedFailure(error, asked) ?? libraryFailure(error, asked)
  if (call['statusCode'] !== 200 || readAnswer(error) !== undefined || hasLostConnection(error)) return failures.failureOf(error, asked)
  const text = textOf(call['responseBody'])
  const what = isRecord(parseJson(text))
    ? `a body that the AI SDK does not take${placeIn(error)}.`
    : describeUnreadableBody(text, 'a reply')
  return failure('provider', `answered with HTTP 200 and ${what}`, asked, {
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
  if (!NOT_ASKED.has(kind)) return failure(kind, `answered with what the AI SDK cannot read: ${said}`, attempt, { cause: error })
  return failure(kind, `was not called: ${said}`, attempt, { usage: noUsage, cause: error })
}

/** Neither an answer nor a name: the network, or a fault within the package. */
function libraryFailure(error: unknown, attempt: Attempt): AssayError {
  const { kind, said } = readNetworkFailure(error)
  if (kind !== 'provider') return failures.failureOf(error, attempt)
  return failure(kind, `failed in the AI SDK: ${shownText(said === '' ? 'no explanation' : said, attempt.secrets)}`, attempt, {
    cause: error,
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The error with which the SDK tells of a request. */
function callError(error: unknown): Fields | undefined {
  return errorChain(error)
    .filter(isRecord)
    .find(({ name }) => name === 'AI_APICallError')
}

/** An answer that says what is wrong: by its status, or inside a body that came with 200. */
function readAnswer(error: unknown) {
  const call = callError(error)
  const status = call?.['statusCode']
  if (call === undefined || typeof status !== 'number') return undefined
  const text = textOf(call['responseBody'])
  if (status === 200 && !saysError(parseJson(text))) return undefined
  return { status, text, headers: headersOf(call['responseHeaders']), cause: error }
}

/** Whether a body that came with 200 is an error. */
export function saysError(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isRecord(first)) return false
  const { error, type, message } = first
  return (error !== undefined && error !== null) || type === 'error' || (typeof message === 'string' && !('choices' in first))
}

/** Where in the body the package's schema found its first fault. */
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

/** The fields that were sent; those that Google's API holds together stand beside the others, written as those are. */
function sentIn(call: Fields | undefined): Fields {
  const body = isRecord(call?.['requestBodyValues']) ? call['requestBodyValues'] : {}
  const config = isRecord(body['generationConfig']) ? body['generationConfig'] : {}
  const fields = [...Object.entries(body), ...Object.entries(config).map(([name, value]) => [snakeCase(name), value] as const)]
  // The SDK lists what it leaves out, too.
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import {
  abortedError,
  AssayError,
  type AssayErrorKind,
  type AssayErrorOptions,
  errorChain,
  isRecord,
  nextStepOf,
  parseRetryAfter,
  redact,
  shownText,
} from '@assay/core'
import { describeUnreadableBody, errorEvent, type HeaderSource, parseJson, readApiError, type ServerAnswer } from '../body.ts'
import { failureKind, type StatusKinds } from './failure-kind.ts'
import { readNetworkFailure } from './network-failure.ts'
import { readServerError } from './server-error.ts'

/** What a message about a failed request needs to know of the request. */
export type Attempt = {
  /** The name of the adapter, as in `openai`. */
  readonly provider: string
  readonly modelId: string
  /** The address of the server, without secrets. */
  readonly where: string
  readonly secrets: readonly string[]
  /** The body of the request. Only fields that were sent can be refused. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Names of parameters that the user set for the adapter. */
  readonly setByUser: readonly string[]
  readonly signal: AbortSignal | undefined
  /** The message of the server, for the next step. */
  readonly words?: string | undefined
}

/**
 * Makes an error about one request. Its message names provider and model, then what `happened` (`did not answer in time.`), the refused
 * parameter, and the next step. The secrets of the attempt are removed.
 */
export type Failure = (kind: AssayErrorKind, happened: string, attempt: Attempt, more?: Partial<AssayErrorOptions>) => AssayError

export function createFailure(nextStep: NextStep): Failure {
  return (kind, happened, attempt, more = {}) => {
    const { provider, modelId, secrets, setByUser } = attempt
    const { parameter } = more
    // A user who sets `output_config` also sets `output_config.effort`.
    const isSet = parameter !== undefined && (setByUser.includes(parameter) || setByUser.includes(parameter.split('.')[0] ?? ''))
    const refused = kind === 'unsupported_parameter' && parameter !== undefined ? ` It refuses ${parameter}.` : ''
    const next = nextStep(kind, attempt, { parameter, setByUser: isSet })
    return new AssayError({
      ...more,
      requestId: more.requestId === undefined ? undefined : redact(more.requestId, secrets),
      kind,
      message: `${provider}:${modelId} ${happened}${refused} ${next}`.trimEnd(),
      provider,
      modelId,
      secrets,
    })
  }
}

export type Refusal = {
  /** The refused parameter, under its name in `LLMCall` or in the request. */
  readonly parameter: string | undefined
  /** Whether the user set it in the options of the adapter. */
  readonly setByUser: boolean
}

/** What the user can do about a failure of this kind, in one or two sentences. */
export type NextStep = (kind: AssayErrorKind, attempt: Attempt, refusal: Refusal) => string

/** Parameters with an option of their own, by their names in requests. All others are set in `extraBody`. */
const OPTIONS: ReadonlySet<string> = new Set(
  'temperature seed maxOutputTokens reasoning_effort reasoning thinking think numCtx dimensions'.split(' '),
)
/** Options whose names differ from those in the request. */
const OPTION_NAMES: Readonly<Record<string, string>> = { reasoning_effort: '`reasoningEffort`' }
/** The option of most adapters for parameters without an option of their own. */
const OTHERS = 'extraBody'
/** Parts of a call that Assay chooses, with the option that declares what a model accepts. */
const DECLARED_BY: Readonly<Record<string, string>> = {
  output: 'capabilities: { structuredOutput: "prompt" }',
  temperature: 'capabilities: { temperature: false }',
  system: 'capabilities: { systemRole: false }',
  maxOutputTokens: 'capabilities: { outputLimit: … }',
}

/** The next step if the vendor defines none. It names the option that helps. */
export function commonNextStep(kind: AssayErrorKind, attempt: Attempt, refusal: Refusal, others: string = OTHERS): string {
  if (kind === 'unsupported_parameter') return refusedStep(refusal, others)
  if (kind === 'bad_request') return badRequestStep(attempt, refusal, others)
  if (kind === 'config')
    return 'Look at `headers`, and at environment variables that set headers: an HTTP header cannot hold this character.'
  return nextStepOf(kind) ?? `If this persists, look at the status of the service or the log of the server at ${attempt.where}.`
}

function refusedStep({ parameter = '', setByUser }: Refusal, others: string): string {
  if (parameter === 'maxOutputTokens' && setByUser) return 'Set `maxOutputTokens` to what the model allows.'
  if (setByUser && !OPTIONS.has(parameter)) return `Take ${parameter} out of \`${others}\`.`
  if (setByUser) return `Take ${OPTION_NAMES[parameter] ?? parameter} out of the options of the model.`
  const option = DECLARED_BY[parameter]
  return option === undefined ? `Leave ${parameter} out, or name a model that accepts it.` : `Set \`${option}\` for this model.`
}

function badRequestStep({ setByUser, where, words = '' }: Attempt, { parameter, setByUser: isSet }: Refusal, others: string): string {
  if (/enable_thinking|stream(?:ing)? mode|non-streaming/i.test(words)) {
    return others === OTHERS ? `Set \`${OTHERS}: { enable_thinking: false }\` for this model.` : `Turn thinking off by \`${others}\`.`
  }
  if (parameter !== undefined && isSet)
    return `Look at what the server says of ${OPTION_NAMES[parameter] ?? `\`${parameter}\``}, which is set for this model.`
  const extra = setByUser.filter((name) => !OPTIONS.has(name))
  return extra.length === 0
    ? `Look at what the server at ${where} says.`
    : `Look at what the server says, and at \`${others}\`, which sets ${extra.join(', ')}.`
}

/** An unparsed response of a server. */
export type WireAnswer = { readonly status: number; readonly headers: HeaderSource; readonly text: string }

/** If `body` is missing, it is parsed from the text. */
type Reported = Omit<ServerAnswer, 'body'> & { readonly body?: unknown }

/** Turns the failures of one vendor into errors. */
export type Failures = {
  readonly failure: Failure
  /** Converts anything that an SDK or the reading of a body threw. */
  readonly failureOf: (error: unknown, attempt: Attempt) => AssayError
  /** A failure that the server reported, by an error status or inside a body with status 200. */
  readonly serverFailure: (answer: Reported, attempt: Attempt) => AssayError
  /**
   * Parses the body of a response as an object. `about` holds options for errors about it.
   * @param expected What the body should be, as in `a message`.
   * @throws AssayError `provider` if the body is not a JSON object.
   */
  readonly readBody: (
    answer: WireAnswer,
    attempt: Attempt,
    expected: string,
  ) => {
    readonly body: Readonly<Record<string, unknown>>
    readonly requestId: string | undefined
    readonly about: Partial<AssayErrorOptions>
  }
}

export type FailureOptions = {
  /** Next steps with the vendor's own options, by kind. Other kinds have the common step. */
  readonly steps: Readonly<Partial<Record<AssayErrorKind, (attempt: Attempt, refusal: Refusal) => string | undefined>>>
  /** The option of the adapter for parameters without an option of their own. Default `extraBody`. */
  readonly others?: string | undefined
  /** The header with the id of a request. */
  readonly requestIdHeader: string
  readonly byStatus?: StatusKinds | undefined
  /** Reads the response from an error of the vendor's SDK. Default: for the SDKs of OpenAI and Anthropic. */
  readonly readAnswer?: ((error: unknown) => Reported | undefined) | undefined
}

export function createFailures({ steps, others = OTHERS, requestIdHeader, byStatus, readAnswer = readApiError }: FailureOptions): Failures {
  const failure = createFailure(
    (kind, attempt, refusal) => steps[kind]?.(attempt, refusal) ?? commonNextStep(kind, attempt, refusal, others),
  )

  function serverFailure(answer: Reported, attempt: Attempt): AssayError {
    const { status, text, headers, cause } = answer
    const body = answer.body ?? parseJson(text) ?? text
    const { sent, setByUser } = attempt
    const isPage = text.trimStart().startsWith('<')
    const error = (isPage ? undefined : readServerError(body, status)) ?? { ...NO_ERROR, status }
    const found = failureKind(error, { body, sent, setByUser, headers, byStatus })
    const about = describeAnswer(answer, error.message || (error.codes[0] ?? text), attempt)
    const reply = found.kind === 'invalid_reply' ? (error.failedReply ?? text) : text
    const withWords = { ...attempt, words: error.words }
    return failure(found.kind, `answered with HTTP ${status}: ${about}`, withWords, {
      ...found,
      ...(found.kind === 'rate_limit' && error.codes.includes(NO_CAPACITY) ? { parameter: 'service_tier' } : {}),
      status,
      serverMessage: error.words,
      sentLimit: limitIn(sent),
      requestId: headers?.get(requestIdHeader) ?? error.requestId,
      retryAfterMs: headers === undefined ? undefined : parseRetryAfter(headers, Date.now()),
      reply: reply === '' ? undefined : reply,
      cause,
    })
  }

  return {
    failure,
    serverFailure,
    failureOf(error, attempt) {
      if (attempt.signal?.aborted) return abortedError(attempt.signal)
      const own = errorChain(error).find((cause) => AssayError.is(cause))
      if (own !== undefined) return own
      const answer = readAnswer(error)
      if (answer !== undefined) return serverFailure(answer, attempt)
      const { kind, happened, usage } = readNetworkFailure(error)
      return failure(kind, happened, attempt, { cause: error, usage })
    },
    readBody({ status, headers, text }, attempt, expected) {
      const requestId = headers.get(requestIdHeader) ?? undefined
      const about = { status, requestId, reply: text === '' ? undefined : text }
      const parsed = parseJson(text) ?? errorEvent(text)
      // Google sends errors in a list.
      const body: unknown = Array.isArray(parsed) && isRecord(parsed[0]) && 'error' in parsed[0] ? parsed[0] : parsed
      if (isRecord(body)) return { body, requestId, about }
      throw failure('provider', `answered with HTTP ${status} and ${describeUnreadableBody(text, expected)}`, attempt, about)
    },
  }
}

/** OpenAI's code for a service tier without capacity. */
const NO_CAPACITY = 'resource_unavailable'

const NO_ERROR = { codes: [], field: '', message: '', words: '', requestId: undefined, failedReply: undefined }

/** The limit of output tokens in a request, under any vendor's name. */
function limitIn(sent: Readonly<Record<string, unknown>>): number | undefined {
  const fields = { ...(isRecord(sent['options']) ? sent['options'] : {}), ...sent }
  const limit = ['max_completion_tokens', 'max_tokens', 'max_output_tokens', 'num_predict'].map((name) => fields[name])
  return limit.find((value) => typeof value === 'number')
}

/**
 * Describes an error response, as the end of a sentence: a redirect, an HTML page, or else `message`, which was read from its body.
 */
export function describeAnswer(
  { status, text, headers }: Omit<ServerAnswer, 'body'>,
  message: string,
  { where, secrets }: Attempt,
): string {
  if (status >= 300 && status < 400)
    return shownText(`a redirect${target(headers?.get('location'), where)}, which is not followed`, secrets)
  return text.trimStart().startsWith('<') ? 'an HTML page.' : shownText(message === '' ? 'no explanation' : message, secrets)
}

/** The origin only: path and query may hold secrets. */
function target(location: string | null | undefined, where: string): string {
  const url = location === null || location === undefined ? null : URL.parse(location, where)
  return url === null ? '' : ` to ${url.origin}`
}

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

/** One request, as far as a message about its failure needs to know it. */
export type Attempt = {
  /** As the adapter names it, as in `openai`. */
  readonly provider: string
  readonly modelId: string
  /** The address of the server, fit to be shown. */
  readonly where: string
  readonly secrets: readonly string[]
  /** The body of the request: only what was sent can have been refused. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Names of parameters that the user set for the adapter. */
  readonly setByUser: readonly string[]
  readonly signal: AbortSignal | undefined
  /** What the server said, for the next step. */
  readonly words?: string | undefined
}

/**
 * An error about one request. Its message names provider and model, says what `happened` (`did not answer in time.`), which parameter
 * is refused, and the next step; no secret of the attempt is left in it.
 */
export type Failure = (kind: AssayErrorKind, happened: string, attempt: Attempt, more?: Partial<AssayErrorOptions>) => AssayError

export function createFailure(nextStep: NextStep): Failure {
  return (kind, happened, attempt, more = {}) => {
    const { provider, modelId, secrets, setByUser } = attempt
    const { parameter } = more
    // `output_config.effort` is set with `output_config`.
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
  /** The refused parameter, as `LLMCall` or the vendor names it. */
  readonly parameter: string | undefined
  /** Whether it comes from the adapter's own options. */
  readonly setByUser: boolean
}

/** What a person does next about a failure of this kind, in one or two sentences. */
export type NextStep = (kind: AssayErrorKind, attempt: Attempt, refusal: Refusal) => string

/** Options that adapters have names for, as requests call them; what else a user set stands in one option for all others. */
const OPTIONS: ReadonlySet<string> = new Set(
  'temperature seed maxOutputTokens reasoning_effort reasoning thinking think numCtx dimensions'.split(' '),
)
/** Options that are called otherwise than in the request. */
const CALLED: Readonly<Record<string, string>> = { reasoning_effort: '`reasoningEffort`' }
/** Where most adapters have what they have no option of its own for. */
const OTHERS = 'extraBody'
/** Parts of a call that Assay chooses, by the option that says what a model takes. */
const SAID_BY: Readonly<Record<string, string>> = {
  output: 'capabilities: { structuredOutput: "prompt" }',
  temperature: 'capabilities: { temperature: false }',
  system: 'capabilities: { systemRole: false }',
  maxOutputTokens: 'capabilities: { outputLimit: … }',
}

/** The next step where no vendor has one of its own. It names the option that helps. */
export function commonNextStep(kind: AssayErrorKind, attempt: Attempt, refusal: Refusal, others: string = OTHERS): string {
  if (kind === 'unsupported_parameter') return refusedStep(refusal, others)
  if (kind === 'bad_request') return badRequestStep(attempt, refusal, others)
  if (kind === 'config') return 'Look at `headers`, and at variables of the environment that hold headers: these carry no such character.'
  return nextStepOf(kind) ?? `If it stays so, look at the status of the service or the log of the server at ${attempt.where}.`
}

function refusedStep({ parameter = '', setByUser }: Refusal, others: string): string {
  if (parameter === 'maxOutputTokens' && setByUser) return 'Set `maxOutputTokens` to what the model allows.'
  if (setByUser && !OPTIONS.has(parameter)) return `Take ${parameter} out of \`${others}\`.`
  if (setByUser) return `Take ${CALLED[parameter] ?? parameter} out of the options of the model.`
  const option = SAID_BY[parameter]
  return option === undefined ? `Leave ${parameter} out, or name a model that takes it.` : `Set \`${option}\` for this model.`
}

function badRequestStep({ setByUser, where, words = '' }: Attempt, { parameter, setByUser: isSet }: Refusal, others: string): string {
  if (/enable_thinking|stream(?:ing)? mode|non-streaming/i.test(words)) {
    return others === OTHERS ? `Set \`${OTHERS}: { enable_thinking: false }\` for this model.` : `Turn thinking off by \`${others}\`.`
  }
  if (parameter !== undefined && isSet)
    return `Look at what the server says of ${CALLED[parameter] ?? `\`${parameter}\``}, which is set for this model.`
  const extra = setByUser.filter((name) => !OPTIONS.has(name))
  return extra.length === 0
    ? `Look at what the server at ${where} says.`
    : `Look at what the server says, and at \`${others}\`, which sets ${extra.join(', ')}.`
}

/** An answer of a server as it came. */
export type WireAnswer = { readonly status: number; readonly headers: HeaderSource; readonly text: string }

/** Without a body it is read from the text. */
type Reported = Omit<ServerAnswer, 'body'> & { readonly body?: unknown }

/** How the adapter of one vendor tells failures. */
export type Failures = {
  readonly failure: Failure
  /** Whatever an SDK or the reading of a body threw, as the one error of Assay. */
  readonly failureOf: (error: unknown, attempt: Attempt) => AssayError
  /** A failure that the server reported, with an error status or inside a body that came with 200. */
  readonly serverFailure: (answer: Reported, attempt: Attempt) => AssayError
  /**
   * The body of an answer as an object, with what an error about it tells.
   * @param due What it should be, as in `a message`.
   * @throws AssayError `provider` for a body that is no JSON object.
   */
  readonly readBody: (
    answer: WireAnswer,
    attempt: Attempt,
    due: string,
  ) => {
    readonly body: Readonly<Record<string, unknown>>
    readonly requestId: string | undefined
    readonly about: Partial<AssayErrorOptions>
  }
}

export type FailureOptions = {
  /** What the vendor's own options do about a kind of failure; the others have the common step. */
  readonly steps: Readonly<Partial<Record<AssayErrorKind, (attempt: Attempt, refusal: Refusal) => string | undefined>>>
  /** The option of the adapter that holds what it has no other option for. Default `extraBody`. */
  readonly others?: string | undefined
  /** The header with the id of a request. */
  readonly requestIdHeader: string
  readonly byStatus?: StatusKinds | undefined
  /** The answer in an error of the vendor's SDK. Default: as those of OpenAI and Anthropic hold it. */
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
    const said = (isPage ? undefined : readServerError(body, status)) ?? { ...UNSAID, status }
    const found = failureKind(said, { body, sent, setByUser, headers, byStatus })
    const about = describeAnswer(answer, said.message || (said.codes[0] ?? text), attempt)
    const reply = found.kind === 'invalid_reply' ? (said.failedReply ?? text) : text
    const asked = { ...attempt, words: said.words }
    return failure(found.kind, `answered with HTTP ${status}: ${about}`, asked, {
      ...found,
      ...(found.kind === 'rate_limit' && said.codes.includes(NO_CAPACITY) ? { parameter: 'service_tier' } : {}),
      status,
      serverMessage: said.words,
      sentLimit: limitIn(sent),
      requestId: headers?.get(requestIdHeader) ?? said.requestId,
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
    readBody({ status, headers, text }, attempt, due) {
      const requestId = headers.get(requestIdHeader) ?? undefined
      const about = { status, requestId, reply: text === '' ? undefined : text }
      const parsed = parseJson(text) ?? errorEvent(text)
      // Google puts its errors into a list.
      const body: unknown = Array.isArray(parsed) && isRecord(parsed[0]) && 'error' in parsed[0] ? parsed[0] : parsed
      if (isRecord(body)) return { body, requestId, about }
      throw failure('provider', `answered with HTTP ${status} and ${describeUnreadableBody(text, due)}`, attempt, about)
    },
  }
}

/** OpenAI's code for a service tier that has no capacity now. */
const NO_CAPACITY = 'resource_unavailable'

const UNSAID = { codes: [], field: '', message: '', words: '', requestId: undefined, failedReply: undefined }

/** The limit of output tokens in a request, under any of its names. */
function limitIn(sent: Readonly<Record<string, unknown>>): number | undefined {
  const fields = { ...(isRecord(sent['options']) ? sent['options'] : {}), ...sent }
  const limit = ['max_completion_tokens', 'max_tokens', 'max_output_tokens', 'num_predict'].map((name) => fields[name])
  return limit.find((value) => typeof value === 'number')
}

/**
 * What a failing answer says, as the end of a sentence: `said`, which is what could be read in its body, unless it is a redirect or a
 * page.
 */
export function describeAnswer({ status, text, headers }: Omit<ServerAnswer, 'body'>, said: string, { where, secrets }: Attempt): string {
  if (status >= 300 && status < 400)
    return shownText(`a redirect${target(headers?.get('location'), where)}, which is not followed`, secrets)
  return text.trimStart().startsWith('<') ? 'an HTML page.' : shownText(said === '' ? 'no explanation' : said, secrets)
}

/** Without path and query, which may hold anything. */
function target(location: string | null | undefined, where: string): string {
  const url = location === null || location === undefined ? null : URL.parse(location, where)
  return url === null ? '' : ` to ${url.origin}`
}

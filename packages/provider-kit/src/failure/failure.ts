import { AssayError, type AssayErrorKind, type AssayErrorOptions, nextStepOf, redact, shownText } from '@assay/core'
import { type ServerAnswer } from '../body.ts'

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
    const isSet = parameter !== undefined && setByUser.includes(parameter.split('.')[0] ?? '')
    const refused = parameter === undefined ? '' : ` It refuses ${parameter}.`
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

const OF_ADAPTERS: Readonly<Partial<Record<AssayErrorKind, string>>> = {
  config: 'Look at `headers`, and at variables of the environment that hold headers: these carry no such character.',
  bad_request: 'Look at what the server says, and at `extraBody` if it is set.',
}

/** The next step where no vendor has one of its own. */
export const commonNextStep: NextStep = (kind, { where }, { parameter, setByUser }) => {
  if (kind === 'unsupported_parameter') {
    return setByUser ? `Take ${parameter} out of the options of the model.` : `Leave ${parameter} out, or name a model that takes it.`
  }
  return OF_ADAPTERS[kind] ?? nextStepOf(kind) ?? `If it stays so, look at the status of the service or the log of the server at ${where}.`
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

import { errorMessage, isRecord } from '@assay/core'

/** By shape: another fetch brings a class of its own. */
export type HeaderSource = { readonly get: (name: string) => string | null }

/** An answer of a server that is, or holds, an error. */
export type ServerAnswer = {
  readonly status: number
  /** Parsed, where it could be. */
  readonly body: unknown
  readonly text: string
  readonly headers: HeaderSource | undefined
  readonly cause?: unknown
}

const NO_BODY = 'status code (no body)'

/**
 * The answer inside an `APIError` as the SDKs of OpenAI and Anthropic throw it, which come from one generator. `undefined` where no
 * answer came.
 */
export function readApiError(error: unknown): ServerAnswer | undefined {
  if (!isRecord(error) || typeof error['status'] !== 'number') return undefined
  const { status, error: body, headers } = error
  const text = body === undefined ? textAfterStatus(error, status) : JSON.stringify(body)
  return { status, body: body ?? text, text, headers: isHeaderSource(headers) ? headers : undefined, cause: error }
}

/** Where the body is no JSON, the SDK keeps it in its message. */
function textAfterStatus(error: unknown, status: number): string {
  const message = errorMessage(error)
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : ''
  return text === NO_BODY ? '' : text
}

function isHeaderSource(value: unknown): value is HeaderSource {
  return isRecord(value) && typeof value['get'] === 'function'
}

/** The JSON value of a text, or `undefined` where it is none: a body from the wire may be anything. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON objects of server-sent events (`data: {…}`), for a body that should have been JSON: a server may stream though nobody asked it to.
 * `undefined` where a text is no such stream.
 */
export function readServerEvents(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  // A line that begins with a colon is a comment: some send them while they wait.
  if (!/^\s*(?:data|event|id|retry)?:/.test(text)) return undefined
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [parseJson(line.slice('data:'.length))] : []))
    .filter(isRecord)
}

/** The error among them, in the envelope that a body has. */
export function errorEvent(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = readServerEvents(text)?.find(
    (event) => event['type'] === 'error' || (event['error'] !== undefined && event['error'] !== null),
  )
  return found === undefined || isRecord(found['error']) || typeof found['error'] === 'string' ? found : { error: found }
}

/** What came in place of what was due (`a message`), which is a JSON object, as the end of a sentence. */
export function describeUnreadableBody(text: string, due: string): string {
  if (readServerEvents(text) !== undefined) {
    return `server-sent events, where ${due} was due: the server streams. Turn streaming off at the server, or name an address that does not stream.`
  }
  return `${nameOf(text)}, where ${due} was due.`
}

function nameOf(text: string): string {
  if (text.trim() === '') return 'an empty body'
  return text.trimStart().startsWith('<') ? 'an HTML page' : 'a body that is no JSON object'
}

const SHOWN_LENGTH = 60

/** Why there is no text, as the end of `answered without any text`: a call of a tool that was not offered stands in its place. */
export function calledTool(name: unknown): string {
  const which = typeof name === 'string' && name !== '' ? ` ${quoted(name)}` : ''
  return `: in its place stands a call of the tool${which}, which nobody asked for`
}

/** The same by the reason that a server gives for the end of a reply; nothing where it gives none, or one that explains nothing. */
export function endedBy(field: string, reason: unknown): string {
  return typeof reason === 'string' && reason !== '' && reason !== 'stop' ? `: its ${field} is ${quoted(reason)}` : ''
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LENGTH).toWellFormed())
}

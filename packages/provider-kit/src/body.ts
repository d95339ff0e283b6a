import { errorMessage, isRecord } from '@assay/core'

/** Structural, because the `Headers` class differs between fetch implementations. */
export type HeaderSource = { readonly get: (name: string) => string | null }

/** A server's response that is, or contains, an error. */
export type ServerAnswer = {
  readonly status: number
  /** The parsed body, or its text if it is not JSON. */
  readonly body: unknown
  readonly text: string
  readonly headers: HeaderSource | undefined
  readonly cause?: unknown
}

const NO_BODY = 'status code (no body)'

/**
 * Reads the response from an `APIError` of the OpenAI or Anthropic SDK; both come from one generator. `undefined` if there was no
 * response.
 */
export function readApiError(error: unknown): ServerAnswer | undefined {
  if (!isRecord(error) || typeof error['status'] !== 'number') return undefined
  const { status, error: body, headers } = error
  const text = body === undefined ? textAfterStatus(error, status) : JSON.stringify(body)
  return { status, body: body ?? text, text, headers: isHeaderSource(headers) ? headers : undefined, cause: error }
}

/** If the body is not JSON, the SDK puts it into the message. */
function textAfterStatus(error: unknown, status: number): string {
  const message = errorMessage(error)
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : ''
  return text === NO_BODY ? '' : text
}

function isHeaderSource(value: unknown): value is HeaderSource {
  return isRecord(value) && typeof value['get'] === 'function'
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON objects of server-sent events (`data: {…}`): some servers stream although the request does not ask for it.
 * `undefined` if the text is not such a stream.
 */
export function readServerEvents(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  // A line that begins with a colon is a comment. Some servers send them as keep-alive.
  if (!/^\s*(?:data|event|id|retry)?:/.test(text)) return undefined
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [parseJson(line.slice('data:'.length))] : []))
    .filter(isRecord)
}

/** The first error among server-sent events, in the envelope `{ error }`. */
export function errorEvent(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = readServerEvents(text)?.find(
    (event) => event['type'] === 'error' || (event['error'] !== undefined && event['error'] !== null),
  )
  return found === undefined || isRecord(found['error']) || typeof found['error'] === 'string' ? found : { error: found }
}

/** Describes a body that is not a JSON object, as the end of a sentence: `an HTML page instead of a message.` for `a message`. */
export function describeUnreadableBody(text: string, expected: string): string {
  if (readServerEvents(text) !== undefined) {
    return `server-sent events instead of ${expected}: the server streams. Turn streaming off at the server, or set an address that does not stream.`
  }
  return `${nameOf(text)} instead of ${expected}.`
}

function nameOf(text: string): string {
  if (text.trim() === '') return 'an empty body'
  return text.trimStart().startsWith('<') ? 'an HTML page' : 'a body that is not a JSON object'
}

const SHOWN_LENGTH = 60

/** The cause of `answered without any text`, as its end: the model called a tool that was not offered. */
export function calledTool(name: unknown): string {
  const tool = typeof name === 'string' && name !== '' ? `the tool ${quoted(name)}` : 'a tool'
  return `: instead it calls ${tool}, which was not offered`
}

/** The cause of `answered without any text`, as its end: the finish reason of the server. Empty if there is none, or if it is `stop`. */
export function endedBy(field: string, reason: unknown): string {
  return typeof reason === 'string' && reason !== '' && reason !== 'stop' ? `: its ${field} is ${quoted(reason)}` : ''
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LENGTH).toWellFormed())
}

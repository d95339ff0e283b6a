import { isRecord } from '@assay/core'
import { parseJson } from '../body.ts'

/** An error from the body of a response, in any of the known forms. */
export type ServerError = {
  /** The HTTP status, or the one inside a body with status 200. */
  readonly status: number
  /** Codes, types and reasons in lower case, the most specific first. */
  readonly codes: readonly string[]
  /** The field of the request that the error names, without its subfields, except in `text.format`. Empty if it names none. */
  readonly field: string
  /** The human-readable message, unshortened. It may echo secrets. */
  readonly message: string
  /** All texts of the error, the message first, without codes, ids and echoes of the request. */
  readonly words: string
  readonly requestId: string | undefined
  /** The model's output, if the server rejected it. */
  readonly failedReply: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Characters read per text: servers may append a whole prompt to a message. */
const READ_LENGTH = 1000
const MAX_DEPTH = 5
const MAX_TEXTS = 20
/** Keys whose values are no message, or echo the request. */
const IGNORED_KEYS: ReadonlySet<string> = new Set(
  'code type status object id request_id requestid error_type error_code errorcode input input_value ctx url failed_generation user_id'.split(
    ' ',
  ),
)

/**
 * Reads `{ error: { message, type, code, param } }` and `{ type: 'error', error, request_id }`, also without the envelope, in a list or as
 * JSON in a string; a plain string; and the `{ detail }` of FastAPI servers. `undefined` if the body has none of these forms.
 */
export function readServerError(body: unknown, status: number): ServerError | undefined {
  const levels = levelsOf(body)
  const error = levels.at(-1)
  const fields = levels.filter(isRecord).toReversed()
  const inner = isRecord(error) ? error : {}
  const texts: string[] = []
  collectTexts(error, '', texts, 0)
  // A gateway may put the message of the server behind it beside the error.
  for (const { message, detail } of fields.slice(1)) collectTexts([message, detail], '', texts, 1)
  const codes = fields.flatMap(codesOf)
  if (texts.length === 0 && codes.length === 0) return undefined
  const message = messageOf(error) ?? texts[0] ?? ''
  const { code, param } = inner
  const failed = inner['failed_generation']
  return {
    status: status < 400 && isErrorStatus(code) ? Number(code) : status,
    codes,
    field: fieldOf(typeof param === 'string' ? param : locationIn(inner['detail'] ?? inner['message'])),
    message,
    words: [...new Set([message.slice(0, READ_LENGTH), ...texts])].join('\n').slice(0, 2 * READ_LENGTH),
    requestId: fields.map((level) => level['request_id']).find((id) => typeof id === 'string'),
    failedReply: typeof failed === 'string' && failed !== '' ? failed : undefined,
  }
}

/** The body, its `error`, the `error` of that, and so on. */
function levelsOf(body: unknown): readonly unknown[] {
  const levels = [unwrapped(body)]
  for (let held = levels[0]; isRecord(held) && held['error'] !== undefined && held['error'] !== null && levels.length < MAX_DEPTH;) {
    held = unwrapped(held['error'])
    levels.push(held)
  }
  return levels
}

/** Takes the first item of a list, and parses JSON in a string. */
function unwrapped(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? (innerJson(first) ?? first) : first
}

/** Parses a JSON object in a string, as gateways forward the errors of other servers. */
function innerJson(text: string): Fields | undefined {
  const inner = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  return isRecord(inner) ? inner : undefined
}

function collectTexts(value: unknown, name: string, texts: string[], depth: number): void {
  if (depth > MAX_DEPTH || texts.length >= MAX_TEXTS || IGNORED_KEYS.has(name.toLowerCase())) return
  if (typeof value === 'string') {
    const inner = innerJson(value)
    if (inner !== undefined) collectTexts(inner, '', texts, depth + 1)
    else if (value.trim() !== '') texts.push(value.slice(0, READ_LENGTH))
  } else if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, '', texts, depth + 1)
  } else if (isRecord(value)) {
    for (const [key, held] of Object.entries(value)) collectTexts(held, key, texts, depth + 1)
  }
}

/** The message, or its JSON if it is neither a string nor a list of validation errors. Sentences in other fields are appended. */
function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return undefined
  const main = error['message'] ?? error['detail'] ?? error['msg'] ?? error['error_msg']
  const text = typeof main === 'string' ? (innerMessage(main) ?? main) : main === undefined || main === null ? undefined : sentencesOf(main)
  const beside = [error['param'], error['cause'], rawOf(error['metadata'])]
    .map((value) => (typeof value === 'string' && /\s/.test(value) ? (innerMessage(value) ?? value) : undefined))
    .filter((sentence) => sentence !== undefined)
  return text === undefined ? undefined : [text, ...beside.filter((sentence) => !text.includes(sentence))].join(': ')
}

/** One sentence per validation error in `[{ loc: ['body', 'seed'], msg: '…' }]`, also as `detail`. Any other value becomes JSON. */
function sentencesOf(main: unknown): string {
  const list: unknown = isRecord(main) ? (main['detail'] ?? main['message'] ?? main['msg']) : main
  const found = Array.isArray(list) ? list.slice(0, MAX_TEXTS) : [list]
  const sentences = found.map((item: unknown) => (typeof item === 'string' ? item : isRecord(item) ? findingOf(item) : undefined))
  return sentences.length > 0 && sentences.every((sentence) => sentence !== undefined) ? sentences.join('; ') : JSON.stringify(main)
}

function findingOf({ loc, msg, message }: Fields): string | undefined {
  const text = msg ?? message
  if (typeof text !== 'string') return undefined
  const path = Array.isArray(loc) ? loc.filter((part, at) => at > 0 || part !== 'body').join('.') : ''
  return path === '' ? text : `${path}: ${text}`
}

/** The message in a string that is JSON. */
function innerMessage(text: string): string | undefined {
  const inner = innerJson(text)
  return inner === undefined ? undefined : messageOf(inner['error'] ?? inner)
}

function rawOf(metadata: unknown): unknown {
  return isRecord(metadata) ? metadata['raw'] : undefined
}

function codesOf(fields: Fields): string[] {
  const { code, type, status, reason, details, error_type: errorType } = fields
  const deeper = Array.isArray(details) ? details.filter(isRecord).map((detail) => detail['reason']) : []
  const given = [isRecord(details) ? details['error_code'] : undefined, ...deeper, code, reason, type, errorType, status]
  return given.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value).toLowerCase()] : []))
}

function isErrorStatus(code: unknown): boolean {
  return (typeof code === 'number' || typeof code === 'string') && /^[45]\d\d$/.test(String(code))
}

/** The field in pydantic's `[{ loc: ['body', 'seed'] }]`. */
function locationIn(detail: unknown): string {
  const list: unknown = isRecord(detail) ? detail['detail'] : detail
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const location: unknown = isRecord(first) ? first['loc'] : undefined
  const field: unknown = Array.isArray(location) ? location[1] : undefined
  return typeof field === 'string' ? field : ''
}

function fieldOf(param: string): string {
  return /^(?:text\.[a-z]{1,32}|[A-Za-z_]{0,64})/.exec(param)?.[0] ?? ''
}

import { isRecord } from '@assay/core'
import { parseJson } from '../body.ts'

/** What a server says went wrong, in whichever of the known forms it says it. */
export type ServerError = {
  /** The HTTP status, or the one named inside a body that came with 200. */
  readonly status: number
  /** Codes, types and reasons that stand for a cause, in lower case, the most particular first. */
  readonly codes: readonly string[]
  /** The field of the request that is named, without what stands inside it: `response_format`; but `text.format`. Empty where none is. */
  readonly field: string
  /** The sentence that is meant for people, as it came: whole, and with whatever secret it echoes. */
  readonly message: string
  /** All that is said, the message first, without codes, ids and what only repeats the request. */
  readonly words: string
  readonly requestId: string | undefined
  /** What the model wrote where the server found it unfit. */
  readonly failedReply: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Servers may echo a whole prompt behind what they say. */
const READ_LENGTH = 1000
const MOST_DEEP = 5
const MOST_TEXTS = 20
/** Keys of what is no sentence about the cause, or repeats what was sent. */
const UNSAID: ReadonlySet<string> = new Set(
  'code type status object id request_id requestid error_type error_code errorcode input input_value ctx url failed_generation user_id'.split(
    ' ',
  ),
)

/**
 * Reads `{ error: { message, type, code, param } }`, `{ type: 'error', error, request_id }`, the same without the envelope, in a list or as
 * JSON in a text, a bare text, and the `{ detail }` of FastAPI servers. `undefined` where the body is none of them.
 */
export function readServerError(body: unknown, status: number): ServerError | undefined {
  const levels = levelsOf(body)
  const error = levels.at(-1)
  const fields = levels.filter(isRecord).toReversed()
  const inner = isRecord(error) ? error : {}
  const texts: string[] = []
  collectTexts(error, '', texts, 0)
  // Beside the error a gateway may put what another server said.
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

/** A body, the error in it, and the error in that, as far as they are nested. */
function levelsOf(body: unknown): readonly unknown[] {
  const levels = [unwrapped(body)]
  for (let held = levels[0]; isRecord(held) && held['error'] !== undefined && held['error'] !== null && levels.length < MOST_DEEP;) {
    held = unwrapped(held['error'])
    levels.push(held)
  }
  return levels
}

/** The first of a list; what stands as JSON in a text. */
function unwrapped(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? (innerJson(first) ?? first) : first
}

/** What was said by a server behind this one, as JSON in a text. */
function innerJson(text: string): Fields | undefined {
  const inner = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  return isRecord(inner) ? inner : undefined
}

function collectTexts(value: unknown, name: string, texts: string[], depth: number): void {
  if (depth > MOST_DEEP || texts.length >= MOST_TEXTS || UNSAID.has(name.toLowerCase())) return
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

/** The message; where it is neither a text nor a list of findings, as JSON. A sentence that stands in another place belongs to it. */
function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return undefined
  const main = error['message'] ?? error['detail'] ?? error['msg'] ?? error['error_msg']
  const text = typeof main === 'string' ? (said(main) ?? main) : main === undefined || main === null ? undefined : sentencesOf(main)
  const beside = [error['param'], error['cause'], rawOf(error['metadata'])]
    .map((value) => (typeof value === 'string' && /\s/.test(value) ? (said(value) ?? value) : undefined))
    .filter((sentence) => sentence !== undefined)
  return text === undefined ? undefined : [text, ...beside.filter((sentence) => !text.includes(sentence))].join(': ')
}

/** What a validator found, a sentence each: `[{ loc: ['body', 'seed'], msg: '…' }]`, also as `detail`; anything else as JSON. */
function sentencesOf(main: unknown): string {
  const list: unknown = isRecord(main) ? (main['detail'] ?? main['message'] ?? main['msg']) : main
  const found = Array.isArray(list) ? list.slice(0, MOST_TEXTS) : [list]
  const sentences = found.map((item: unknown) => (typeof item === 'string' ? item : isRecord(item) ? findingOf(item) : undefined))
  return sentences.length > 0 && sentences.every((sentence) => sentence !== undefined) ? sentences.join('; ') : JSON.stringify(main)
}

function findingOf({ loc, msg, message }: Fields): string | undefined {
  const text = msg ?? message
  if (typeof text !== 'string') return undefined
  const path = Array.isArray(loc) ? loc.filter((part, at) => at > 0 || part !== 'body').join('.') : ''
  return path === '' ? text : `${path}: ${text}`
}

/** What a text that is JSON says. */
function said(text: string): string | undefined {
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

/** `[{ loc: ['body', 'seed'] }]`, as pydantic writes it, also inside a message. */
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

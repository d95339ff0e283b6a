import { isRecord } from '@assay/provider-kit'

/** What a server says went wrong, in whichever of the known forms it says it. */
export type ServerError = {
  /** The HTTP status, or the one named inside a body that came with 200. */
  readonly status: number
  /** In lower case; empty where not said. */
  readonly code: string
  readonly type: string
  /** The field of the request that is named, without what stands inside it: `response_format`; but `text.format`. */
  readonly field: string
  /** As it came: whole, and with whatever secret it echoes. */
  readonly message: string
}

/**
 * Reads `{ error: { message, type, code, param } }`, the same without the envelope (Cerebras) or inside a list (Google), an error that is a
 * text (xAI), a bare text, and the `{ detail }` of FastAPI servers, which may stand in the place of the message (Mistral). `undefined`
 * where the body is none of them.
 */
export function readServerError(body: unknown, status: number): ServerError | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body
  const error = isRecord(first) && first['error'] !== undefined && first['error'] !== null ? first['error'] : first
  if (typeof error === 'string') {
    const beside = isRecord(first) ? first : {}
    return { status, code: lower(beside['code']), type: lower(beside['error_type'] ?? beside['type']), field: '', message: error }
  }
  if (!isRecord(error)) return undefined
  const { message, type, param } = error
  const detail: unknown = isRecord(message) ? message['detail'] : error['detail']
  const text = (isRecord(message) ? undefined : textOf(message)) ?? detailText(detail) ?? textOf(message)
  const code = error['code'] ?? detailType(detail)
  if (text === undefined && code === undefined && type === undefined) return undefined
  return {
    status: status < 400 && isErrorStatus(code) ? Number(code) : status,
    code: lower(code),
    type: lower(type),
    field: fieldOf(typeof param === 'string' ? param : locationOf(detail)),
    message: text ?? '',
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}

function isErrorStatus(code: unknown): boolean {
  return (typeof code === 'number' || typeof code === 'string') && /^[45]\d\d$/.test(String(code))
}

function lower(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
}

/** `[{ loc: ['body', 'seed'], msg, type }]`, as pydantic writes it, as `seed: Extra inputs are not permitted`. */
function detailText(detail: unknown): string | undefined {
  const faults = Array.isArray(detail) ? detail.filter(isRecord).filter(({ msg }) => typeof msg === 'string') : []
  if (faults.length === 0) return textOf(detail)
  return faults.map((fault) => [...placeOf(fault), String(fault['msg'])].join(': ')).join('; ')
}

function detailType(detail: unknown): unknown {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined
  return isRecord(first) ? first['type'] : undefined
}

function locationOf(detail: unknown): string {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined
  return isRecord(first) ? (placeOf(first)[0]?.split('.')[0] ?? '') : ''
}

/** Without what all of them begin with: the body. */
function placeOf({ loc }: Readonly<Record<string, unknown>>): string[] {
  const parts = Array.isArray(loc) ? loc.slice(1).map(String) : []
  return parts.length === 0 ? [] : [parts.join('.')]
}

/** Some name fields in camel case, as their own SDKs do. */
function fieldOf(param: string): string {
  const field = /^(?:text\.[a-z]{1,32}|[A-Za-z_]{0,64})/.exec(param)?.[0] ?? ''
  return field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

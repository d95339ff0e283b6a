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
 * Reads `{ error: { message, type, code, param } }`, the same without the envelope or inside a list, a bare text, and the
 * `{ detail }` of FastAPI servers. `undefined` where the body is none of them.
 */
export function readServerError(body: unknown, status: number): ServerError | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body
  const error = isRecord(first) && first['error'] !== undefined && first['error'] !== null ? first['error'] : first
  if (typeof error === 'string') return { status, code: '', type: '', field: '', message: error }
  if (!isRecord(error)) return undefined
  const { message, code, type, param, detail } = error
  const text = textOf(message ?? detail)
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

/** `[{ loc: ['body', 'seed'] }]`, as pydantic writes it. */
function locationOf(detail: unknown): string {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined
  const location: unknown = isRecord(first) ? first['loc'] : undefined
  const field: unknown = Array.isArray(location) ? location[1] : undefined
  return typeof field === 'string' ? field : ''
}

function fieldOf(param: string): string {
  return /^(?:text\.[a-z]{1,32}|[A-Za-z_]{0,64})/.exec(param)?.[0] ?? ''
}

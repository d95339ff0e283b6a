import type { AssayErrorOptions, OutputMode } from '@assay/core'
import { type Attempt, describeUnreadableBody, errorEvent, type HeaderSource, isRecord, parseJson } from '@assay/provider-kit'
import { failure } from './failure.ts'

export type Answer = { readonly status: number; readonly headers: HeaderSource; readonly text: string }

export type Asked = {
  /** How the reply is held to a schema; `undefined` where none was asked for. */
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

/**
 * The body of an answer as an object, with what an error about it tells.
 * @param due What it should be, as in `a chat completion`.
 * @throws AssayError `provider` for a body that is no JSON object.
 */
export function readBody({ status, headers, text }: Answer, attempt: Attempt, due: string) {
  const requestId = headers.get('x-request-id') ?? undefined
  const about: Partial<AssayErrorOptions> = { status, requestId, reply: text === '' ? undefined : text }
  const parsed = parseJson(text) ?? errorEvent(text)
  // Google puts its errors into a list.
  const body: unknown = Array.isArray(parsed) && isRecord(parsed[0]) && 'error' in parsed[0] ? parsed[0] : parsed
  if (isRecord(body)) return { body, requestId, about }
  throw failure('provider', `answered with HTTP ${status} and ${describeUnreadableBody(text, due)}`, attempt, about)
}

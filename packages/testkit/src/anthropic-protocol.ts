import type { JsonObject, JsonValue } from '@assay/core'
import { type FakeServer, type RecordedRequest, startFakeServer, type WireReply } from './fake-server.ts'
import { firstTool, modelOf } from './request-fields.ts'
import { playScript, type Script } from './script.ts'

/**
 * One response of a fake Anthropic. A string is the only text block. `status`, `headers`, `delayMs`, `fault`, `body` and `rawBody` work on
 * the wire and beat the rest.
 */
export type AnthropicReply = WireReply & {
  /** A text block. */
  readonly text?: string
  /** A thinking block before the rest; alone, the reply is thinking and nothing else. */
  readonly thinking?: string
  /** A call of the first tool that the request offers, with this input. */
  readonly toolInput?: JsonValue
  /** The blocks, sent unchanged; `[]` for none. */
  readonly content?: readonly JsonValue[]
  /** Default `end_turn`, or `tool_use` with `toolInput`. */
  readonly stopReason?: string | null
  /** Stands as `stop_details` beside the stop reason. */
  readonly stopDetails?: JsonObject
  /** Default: the model of the request. */
  readonly model?: string
  /** Default: 10 tokens in, 5 out, no cache. `null` sends none. */
  readonly usage?: JsonObject | null
  /** An error body. Its status is the one that the type has at the real service, unless `status` says otherwise (200 is possible). */
  readonly error?: {
    /** Default `invalid_request_error`. */
    readonly type?: string
    readonly message: string
    readonly details?: JsonObject
  }
}

export type AnthropicScript = Script<RecordedRequest, string | AnthropicReply>

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/**
 * A fake of Anthropic's messages on the loopback interface. `url` has no path, as the SDK expects it; any prefix of `/v1/messages`
 * works too.
 *
 * ```ts
 * const server = await startFakeAnthropic([{ error: { type: 'overloaded_error', message: 'Overloaded' } }, 'hello'])
 * ```
 */
export function startFakeAnthropic(script: AnthropicScript): Promise<FakeServer> {
  const play = playScript(script, 'The fake Anthropic')
  return startFakeServer(async (request) => {
    if (!isMessages(request)) {
      return wire({ error: { type: 'not_found_error', message: `Unknown request URL: ${request.method} ${request.path}` } }, request)
    }
    const played = await play(request, request.index)
    const reply = typeof played === 'string' ? { text: played } : played
    const { body = message(request, reply), headers, ...rest } = wire(reply, request)
    return { ...rest, headers: { 'request-id': requestId(request), ...headers }, body }
  })
}

function isMessages({ method, path }: RecordedRequest): boolean {
  const [address = ''] = path.split('?')
  return method === 'POST' && address.endsWith('/v1/messages')
}

/** The HTTP parts of a reply, including an error body. */
function wire({ status, headers, body, rawBody, delayMs, fault, error }: AnthropicReply, request: RecordedRequest): WireReply {
  const sent = body ?? (error === undefined ? undefined : errorBody(error, request))
  return {
    status: status ?? (error === undefined ? 200 : (STATUS_OF_ERROR[error.type ?? ''] ?? 400)),
    ...(headers === undefined ? {} : { headers }),
    ...(sent === undefined ? {} : { body: sent }),
    ...(rawBody === undefined ? {} : { rawBody }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function errorBody(
  { type = 'invalid_request_error', ...said }: NonNullable<AnthropicReply['error']>,
  request: RecordedRequest,
): JsonObject {
  return { type: 'error', error: { type, ...said }, request_id: requestId(request) }
}

function message(request: RecordedRequest, reply: AnthropicReply): JsonObject {
  const { toolInput, stopReason, stopDetails } = reply
  const usage: JsonObject | null =
    reply.usage === undefined
      ? { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens_details: null }
      : reply.usage
  return {
    id: `msg_${request.index + 1}`,
    type: 'message',
    role: 'assistant',
    model: reply.model ?? modelOf(request),
    content: reply.content ?? blocksOf(request, reply),
    stop_reason: stopReason === undefined ? (toolInput === undefined ? 'end_turn' : 'tool_use') : stopReason,
    stop_sequence: null,
    ...(stopDetails === undefined ? {} : { stop_details: stopDetails }),
    ...(usage === null ? {} : { usage }),
  }
}

function blocksOf(request: RecordedRequest, { text, thinking, toolInput }: AnthropicReply): JsonObject[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'signed' }]),
    ...(text === undefined ? [] : [{ type: 'text', text, citations: null }]),
    ...(toolInput === undefined
      ? []
      : [{ type: 'tool_use', id: `toolu_${request.index + 1}`, name: toolNameOf(request), input: toolInput }]),
  ]
}

function requestId(request: RecordedRequest): string {
  return `req_${request.index + 1}`
}

function toolNameOf(request: RecordedRequest): string {
  const { name } = firstTool(request)
  return typeof name === 'string' ? name : 'unknown'
}

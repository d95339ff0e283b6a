import type { JsonObject, JsonValue } from '@assay/core'
import { type FakeServer, type RecordedRequest, startFakeServer, type WireReply } from './fake-server.ts'
import { playScript, type Script } from './script.ts'

/**
 * One answer of a fake OpenAI. A text is the content of the one choice. `status`, `headers`, `delayMs`, `fault`, `body` and
 * `rawBody` work on the wire and beat the rest.
 */
export type OpenAIReply = WireReply & {
  /** The content; `null` is the protocol's own way to say that there is none. */
  readonly text?: string | null
  /** Answers with a call of the first tool that the request offers, and these arguments. */
  readonly toolArguments?: string
  readonly refusal?: string
  /** Stands as `reasoning_content` beside the content, as reasoning models on compatible servers send it. */
  readonly reasoning?: string
  /** Default `stop`, or `tool_calls` with `toolArguments`. */
  readonly finishReason?: string | null
  /** Default: the model of the request. */
  readonly model?: string
  /** Default: 10 tokens in, 5 out. `null` sends none. */
  readonly usage?: JsonObject | null
  /** The choices as they stand, `[]` for none. */
  readonly choices?: readonly JsonValue[]
  /** For embeddings: one vector for each text. Default: vectors made from the texts alone. */
  readonly vectors?: readonly (readonly number[])[]
  /** An error body. Its status is 400 unless `status` says otherwise (200 is possible). */
  readonly error?: {
    readonly message: string
    readonly type?: string
    readonly code?: string | number | null
    readonly param?: string | null
  }
}

export type OpenAIScript = Script<RecordedRequest, string | OpenAIReply>

/**
 * A fake of OpenAI's chat completions and embeddings on the loopback interface. `url` ends in `/v1`; any other prefix of
 * `/chat/completions` and `/embeddings` works too.
 *
 * ```ts
 * const server = await startFakeOpenAI([{ status: 429, headers: { 'retry-after': '0' }, error: { message: 'slow down' } }, 'hello'])
 * ```
 */
export function startFakeOpenAI(script: OpenAIScript): Promise<FakeServer> {
  const play = playScript(script, 'The fake OpenAI')
  return startFakeServer(
    async (request) => {
      const route = routeOf(request)
      if (route === undefined) return wire({ status: 404, error: { message: `Unknown request URL: ${request.method} ${request.path}` } })
      const played = await play(request, request.index)
      const reply = typeof played === 'string' ? { text: played } : played
      const { body, ...rest } = wire(reply)
      const filled = body ?? (route === 'chat' ? completion(request, reply) : embeddings(request, reply))
      return { ...rest, headers: { 'x-request-id': `req_${request.index + 1}`, ...rest.headers }, body: filled }
    },
    { basePath: '/v1' },
  )
}

function routeOf(request: RecordedRequest): 'chat' | 'embeddings' | undefined {
  const [path = ''] = request.path.split('?')
  if (request.method !== 'POST') return undefined
  if (path.endsWith('/chat/completions')) return 'chat'
  return path.endsWith('/embeddings') ? 'embeddings' : undefined
}

/** The parts of a reply that work on the wire, an error body among them. */
function wire({ status, headers, body, rawBody, delayMs, fault, error }: OpenAIReply): WireReply {
  const errorBody = error === undefined ? undefined : { error: { type: 'invalid_request_error', code: null, param: null, ...error } }
  const sent = body ?? errorBody
  return {
    status: status ?? (error === undefined ? 200 : 400),
    ...(headers === undefined ? {} : { headers }),
    ...(sent === undefined ? {} : { body: sent }),
    ...(rawBody === undefined ? {} : { rawBody }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function completion(request: RecordedRequest, reply: OpenAIReply): JsonObject {
  const { toolArguments, usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } = reply
  const message: JsonObject = {
    role: 'assistant',
    content: reply.text ?? null,
    refusal: reply.refusal ?? null,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(toolArguments === undefined
      ? {}
      : {
          tool_calls: [
            { id: `call_${request.index + 1}`, type: 'function', function: { name: toolNameOf(request), arguments: toolArguments } },
          ],
        }),
  }
  const finish = reply.finishReason === undefined ? (toolArguments === undefined ? 'stop' : 'tool_calls') : reply.finishReason
  return {
    id: `chatcmpl-${request.index + 1}`,
    object: 'chat.completion',
    created: 0,
    model: reply.model ?? modelOf(request),
    choices: reply.choices ?? [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...(usage === null ? {} : { usage }),
  }
}

function embeddings(request: RecordedRequest, reply: OpenAIReply): JsonObject {
  const body = isObject(request.body) ? request.body : {}
  const input = body['input']
  const texts = (Array.isArray(input) ? input : [input]).map((text) => (typeof text === 'string' ? text : JSON.stringify(text ?? '')))
  const vectors = reply.vectors ?? texts.map(vectorOf)
  const usage = reply.usage === undefined ? { prompt_tokens: texts.length, total_tokens: texts.length } : reply.usage
  return {
    object: 'list',
    model: reply.model ?? modelOf(request),
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: body['encoding_format'] === 'base64' ? base64Of(vector) : vector,
    })),
    ...(usage === null ? {} : { usage }),
  }
}

/** The counts of characters by code modulo 8: equal texts get equal vectors, and nothing else is promised. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: 8 }, () => 0)
  for (let at = 0; at < text.length; at += 1) {
    const slot = text.charCodeAt(at) % 8
    vector[slot] = (vector[slot] ?? 0) + 1
  }
  return vector
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64')
}

function modelOf(request: RecordedRequest): string {
  const model = isObject(request.body) ? request.body['model'] : undefined
  return typeof model === 'string' ? model : 'fake'
}

function toolNameOf(request: RecordedRequest): string {
  const tools = isObject(request.body) ? request.body['tools'] : undefined
  const first: JsonValue | undefined = Array.isArray(tools) ? tools[0] : undefined
  const described = isObject(first) ? first['function'] : undefined
  const name = isObject(described) ? described['name'] : undefined
  return typeof name === 'string' ? name : 'unknown'
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

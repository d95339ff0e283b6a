import type { JsonObject, JsonValue } from '@assay/core'
import { type FakeServer, type RecordedRequest, startFakeServer, type WireReply } from './fake-server.ts'
import { type DialectError, dialectOf, type OpenAIDialect, type OpenAIDialectName } from './openai-dialects.ts'
import { openAIResponse } from './openai-response.ts'
import { fieldOf, firstTool, inputTexts, isObject, modelOf, tierOf } from './request-fields.ts'
import { playScript, type Script } from './script.ts'
import { vectorOf } from './vector-of.ts'

/**
 * One response of a fake OpenAI. A string is the content of the only choice. `status`, `headers`, `delayMs`, `fault`, `body` and
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
  /**
   * Default `stop`, or `tool_calls` with `toolArguments`. In a response `length` and `content_filter` make it incomplete, and any
   * other than `stop` stands as its status.
   */
  readonly finishReason?: string | null
  /** Default: the model of the request. */
  readonly model?: string
  /** Default: 10 tokens in, 5 out. `null` sends none. */
  readonly usage?: JsonObject | null
  /** The choices, sent unchanged; `[]` for none. */
  readonly choices?: readonly JsonValue[]
  /** For embeddings: one vector for each text. Default: vectors made from the texts alone. */
  readonly vectors?: readonly (readonly number[])[]
  /** An error body. Its status is 400 unless `status` says otherwise (200 is possible). */
  readonly error?: DialectError
}

export type OpenAIScript = Script<RecordedRequest, string | OpenAIReply>

/**
 * A fake of OpenAI's chat completions, responses and embeddings on the loopback interface. `url` ends in `/v1`; any other prefix of
 * `/chat/completions`, `/responses` and `/embeddings` works too.
 *
 * ```ts
 * const server = await startFakeOpenAI([{ status: 429, headers: { 'retry-after': '0' }, error: { message: 'slow down' } }, 'hello'])
 * ```
 */
export function startFakeOpenAI(
  script: OpenAIScript,
  options: { /** The service that is played. Default `openai`. */ readonly dialect?: OpenAIDialectName } = {},
): Promise<FakeServer> {
  const dialect = dialectOf(options.dialect)
  const play = playScript(script, 'The fake OpenAI')
  return startFakeServer(
    async (request) => {
      const route = routeOf(request)
      if (route === undefined)
        return wire({ status: 404, error: { message: `Unknown request URL: ${request.method} ${request.path}` } }, dialect)
      const refused = dialect.unknownFields?.find((field) => fieldOf(request, field) !== undefined)
      if (refused !== undefined && dialect.refusal !== undefined) return wire(dialect.refusal(refused), dialect)
      const played = await play(request, request.index)
      const reply = inDialect(typeof played === 'string' ? { text: played } : played, dialect)
      const { body, ...rest } = wire(reply, dialect)
      const filled = body ?? FILL[route](request, reply)
      return { ...rest, headers: { 'x-request-id': `req_${request.index + 1}`, ...rest.headers }, body: filled }
    },
    { basePath: '/v1' },
  )
}

type Route = 'chat' | 'responses' | 'embeddings'

const FILL: Readonly<Record<Route, (request: RecordedRequest, reply: OpenAIReply) => JsonObject>> = {
  chat: completion,
  responses: openAIResponse,
  embeddings,
}

function routeOf(request: RecordedRequest): Route | undefined {
  const [path = ''] = request.path.split('?')
  if (request.method !== 'POST') return undefined
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  return path.endsWith('/embeddings') ? 'embeddings' : undefined
}

/** The counts of a reply under the names that the service has for them. */
function inDialect(reply: OpenAIReply, { usage }: OpenAIDialect): OpenAIReply {
  return usage === undefined || reply.usage === undefined || reply.usage === null ? reply : { ...reply, usage: usage(reply.usage) }
}

/** The HTTP parts of a reply, including an error body. */
function wire({ status: given, headers, body, rawBody, delayMs, fault, error }: OpenAIReply, dialect: OpenAIDialect): WireReply {
  const status = given ?? (error === undefined ? 200 : 400)
  const sent = body ?? (error === undefined ? undefined : dialect.error(error, status))
  return {
    status,
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
    ...tierOf(request),
    ...(usage === null ? {} : { usage }),
  }
}

function embeddings(request: RecordedRequest, reply: OpenAIReply): JsonObject {
  const texts = inputTexts(request)
  const vectors = reply.vectors ?? texts.map(vectorOf)
  const usage = reply.usage === undefined ? { prompt_tokens: texts.length, total_tokens: texts.length } : reply.usage
  return {
    object: 'list',
    model: reply.model ?? modelOf(request),
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: fieldOf(request, 'encoding_format') === 'base64' ? base64Of(vector) : vector,
    })),
    ...(usage === null ? {} : { usage }),
  }
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64')
}

function toolNameOf(request: RecordedRequest): string {
  const described = firstTool(request)['function']
  const name = isObject(described) ? described['name'] : undefined
  return typeof name === 'string' ? name : 'unknown'
}

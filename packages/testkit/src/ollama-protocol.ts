import type { JsonObject } from '@assay/core'
import { type FakeServer, type RecordedRequest, startFakeServer, type WireReply } from './fake-server.ts'
import { fieldOf, inputTexts, modelOf } from './request-fields.ts'
import { playScript, type Script } from './script.ts'
import { vectorOf } from './vector-of.ts'

/**
 * One response of a fake Ollama. A string is the content of the reply. `status`, `headers`, `delayMs`, `fault`, `body`, `rawBody` and
 * `chunks` work on the wire and beat the rest.
 */
export type OllamaReply = WireReply & {
  readonly text?: string
  /** The content as it is spread over the lines of a stream. Default: `text` in two pieces. */
  readonly pieces?: readonly string[]
  /** Comes before the content, as models that think send it. */
  readonly thinking?: string
  /** Default `stop`. `null` leaves it out, as old servers do. */
  readonly doneReason?: string | null
  /** Default: a token for every 4 bytes of the prompt. `null` leaves it out. */
  readonly promptEvalCount?: number | null
  /** Left out by default. */
  readonly promptEvalCachedCount?: number
  /** Default 5. `null` leaves it out. */
  readonly evalCount?: number | null
  /** Default: the model of the request. */
  readonly model?: string
  /** Lines between the content and the last line, sent unchanged. */
  readonly extraLines?: readonly string[]
  /** An error line instead of the last line, after the content. */
  readonly streamError?: string
  /** `false` leaves out the last line, so that the stream ends without `done`. */
  readonly done?: boolean
  /** For embeddings: one vector for each text. Default: vectors made from the texts alone. */
  readonly vectors?: readonly (readonly number[])[]
  /** An error body. Its status is 400 unless `status` says otherwise. */
  readonly error?: string
}

/** The response of `/api/show`. */
export type OllamaShow = WireReply & {
  /** Default 32,768. `null` leaves it out. */
  readonly contextLength?: number | null
  /** What the model file sets, as in `num_ctx 8192`, one a line. */
  readonly parameters?: string
  readonly error?: string
}

export type OllamaScript = Script<RecordedRequest, string | OllamaReply>

/**
 * A fake of Ollama's `/api/chat`, `/api/embed` and `/api/show` on the loopback interface. Chats and embeddings play the script;
 * `show` is asked apart, so that a list in the script holds nothing for it.
 *
 * ```ts
 * const server = await startFakeOllama([{ status: 503, error: 'server busy' }, { text: 'hello', thinking: 'hm' }])
 * ```
 */
export function startFakeOllama(
  script: OllamaScript,
  options: { readonly show?: Script<RecordedRequest, OllamaShow> } = {},
): Promise<FakeServer> {
  const play = playScript(script, 'The fake Ollama')
  const playShow = playScript(options.show ?? {}, 'The fake Ollama, asked for /api/show')
  let asked = 0
  let shown = 0
  return startFakeServer(async (request) => {
    const route = request.method === 'POST' ? request.path.split('/api/')[1] : undefined
    if (route === 'show') {
      const reply = await playShow(request, shown++)
      return { body: showBody(reply), ...wire(reply) }
    }
    if (route !== 'chat' && route !== 'embed')
      return { status: 404, rawBody: '404 page not found', headers: { 'content-type': 'text/plain' } }
    const played = await play(request, asked++)
    const reply = typeof played === 'string' ? { text: played } : played
    if (route === 'embed') return { body: embedBody(request, reply), ...wire(reply) }
    return fieldOf(request, 'stream') === false ? { body: wholeReply(request, reply), ...wire(reply) } : streamed(request, reply)
  })
}

/** The HTTP parts of a reply, including an error body. */
function wire({ status, headers, body, rawBody, chunks, delayMs, fault, error }: WireReply & { error?: string }): WireReply {
  const sent = body ?? (error === undefined ? undefined : { error })
  return {
    status: status ?? (error === undefined ? 200 : 400),
    ...(headers === undefined ? {} : { headers }),
    ...(sent === undefined ? {} : { body: sent }),
    ...(rawBody === undefined ? {} : { rawBody }),
    ...(chunks === undefined ? {} : { chunks }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** One line of JSON in each HTTP chunk, as Ollama flushes them. */
function streamed(request: RecordedRequest, reply: OllamaReply): WireReply {
  const sent = wire(reply)
  if (sent.body !== undefined || sent.rawBody !== undefined || sent.chunks !== undefined) return sent
  const model = reply.model ?? modelOf(request)
  const part = (message: JsonObject): string =>
    line({ model, created_at: CREATED_AT, message: { role: 'assistant', ...message }, done: false })
  const chunks = [
    ...(reply.thinking === undefined ? [] : [part({ content: '', thinking: reply.thinking })]),
    ...piecesOf(reply).map((content) => part({ content })),
    ...(reply.extraLines ?? []).map((extra) => `${extra}\n`),
  ]
  if (reply.streamError !== undefined) chunks.push(line({ error: reply.streamError }))
  else if (reply.done !== false) chunks.push(line(lastPart(request, reply, '')))
  return { ...sent, headers: { 'content-type': 'application/x-ndjson', ...sent.headers }, chunks }
}

function wholeReply(request: RecordedRequest, reply: OllamaReply): JsonObject {
  return lastPart(request, reply, piecesOf(reply).join(''), reply.thinking)
}

const CREATED_AT = '2026-01-01T00:00:00Z'

function lastPart(request: RecordedRequest, reply: OllamaReply, content: string, thinking?: string): JsonObject {
  const { doneReason = 'stop', evalCount = 5, promptEvalCachedCount } = reply
  const promptEvalCount = reply.promptEvalCount === undefined ? promptTokens(request) : reply.promptEvalCount
  return {
    model: reply.model ?? modelOf(request),
    created_at: CREATED_AT,
    message: { role: 'assistant', content, ...(thinking === undefined ? {} : { thinking }) },
    done: true,
    ...(doneReason === null ? {} : { done_reason: doneReason }),
    total_duration: 3,
    load_duration: 1,
    ...(promptEvalCount === null ? {} : { prompt_eval_count: promptEvalCount }),
    ...(promptEvalCachedCount === undefined ? {} : { prompt_eval_cached_count: promptEvalCachedCount }),
    prompt_eval_duration: 1,
    ...(evalCount === null ? {} : { eval_count: evalCount }),
    eval_duration: 1,
  }
}

function embedBody(request: RecordedRequest, reply: OllamaReply): JsonObject {
  const texts = inputTexts(request)
  const promptEvalCount = reply.promptEvalCount === undefined ? texts.length : reply.promptEvalCount
  return {
    model: reply.model ?? modelOf(request),
    embeddings: reply.vectors ?? texts.map(vectorOf),
    total_duration: 1,
    load_duration: 1,
    ...(promptEvalCount === null ? {} : { prompt_eval_count: promptEvalCount }),
  }
}

function showBody({ contextLength = 32_768, parameters }: OllamaShow): JsonObject {
  return {
    ...(parameters === undefined ? {} : { parameters }),
    details: { family: 'fake' },
    model_info: { 'general.architecture': 'fake', ...(contextLength === null ? {} : { 'fake.context_length': contextLength }) },
    capabilities: ['completion'],
  }
}

function piecesOf({ pieces, text = '' }: OllamaReply): readonly string[] {
  if (pieces !== undefined) return pieces
  const points = Array.from(text)
  const half = Math.ceil(points.length / 2)
  return [points.slice(0, half).join(''), points.slice(half).join('')].filter((piece) => piece !== '')
}

function promptTokens(request: RecordedRequest): number {
  const messages = fieldOf(request, 'messages')
  return Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(messages ?? '')) / 4))
}

function line(value: JsonObject): string {
  return `${JSON.stringify(value)}\n`
}

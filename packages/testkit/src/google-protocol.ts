import type { JsonObject, JsonValue } from '@assay/core'
import { type FakeServer, type RecordedRequest, startFakeServer, type WireReply } from './fake-server.ts'
import { fieldOf, isObject } from './request-fields.ts'
import { playScript, type Script } from './script.ts'
import { vectorOf } from './vector-of.ts'

/**
 * One response of a fake of Google's own API. A string is the only text part. `status`, `headers`, `delayMs`, `fault`, `body` and `rawBody`
 * work on the wire and beat the rest.
 */
export type GoogleReply = WireReply & {
  readonly text?: string
  /** A part of thoughts before the rest. */
  readonly thinking?: string
  /** A call of the first function that the request declares, with these arguments. */
  readonly toolInput?: JsonObject
  /** Default `STOP`. */
  readonly finishReason?: string
  /** The candidates, sent unchanged; `[]` for none. */
  readonly candidates?: readonly JsonValue[]
  /** Default: 10 tokens in, 5 out. `null` sends none. */
  readonly usage?: JsonObject | null
  /** An error body. Its status is 400 unless `status` says otherwise (200 is possible). */
  readonly error?: { readonly message: string; readonly status?: string; readonly details?: readonly JsonValue[] }
}

export type GoogleScript = Script<RecordedRequest, string | GoogleReply>

/**
 * A fake of Google's Gemini API on the loopback interface, with `generateContent` and embeddings. `url` ends in `/v1beta`, as packages
 * expect it.
 *
 * ```ts
 * const server = await startFakeGoogle([{ status: 429, error: { message: 'slow down' } }, 'hello'])
 * ```
 */
export function startFakeGoogle(script: GoogleScript): Promise<FakeServer> {
  const play = playScript(script, 'The fake Google')
  return startFakeServer(
    async (request) => {
      const method = /\/models\/[^/]+:(generateContent|embedContent|batchEmbedContents)$/.exec(request.path.split('?')[0] ?? '')?.[1]
      if (method === undefined || request.method !== 'POST') {
        return wire({ status: 404, error: { message: `Unknown request URL: ${request.method} ${request.path}`, status: 'NOT_FOUND' } })
      }
      const played = await play(request, request.index)
      const reply = typeof played === 'string' ? { text: played } : played
      const { body, ...rest } = wire(reply)
      return { ...rest, body: body ?? (method === 'generateContent' ? content(request, reply) : embeddings(request)) }
    },
    { basePath: '/v1beta' },
  )
}

/** The HTTP parts of a reply, including an error body. */
function wire({ status: given, headers, body, rawBody, delayMs, fault, error }: GoogleReply): WireReply {
  const status = given ?? (error === undefined ? 200 : 400)
  const sent = body ?? (error === undefined ? undefined : { error: { code: status, status: 'INVALID_ARGUMENT', ...error } })
  return {
    status,
    ...(headers === undefined ? {} : { headers }),
    ...(sent === undefined ? {} : { body: sent }),
    ...(rawBody === undefined ? {} : { rawBody }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function content(request: RecordedRequest, reply: GoogleReply): JsonObject {
  const { usage = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 } } = reply
  return {
    responseId: `resp_${request.index + 1}`,
    modelVersion: /\/models\/([^/:]+):/.exec(request.path)?.[1] ?? 'fake',
    candidates: reply.candidates ?? [
      { index: 0, content: { role: 'model', parts: partsOf(request, reply) }, finishReason: reply.finishReason ?? 'STOP' },
    ],
    ...(usage === null ? {} : { usageMetadata: usage }),
  }
}

function partsOf(request: RecordedRequest, { text, thinking, toolInput }: GoogleReply): JsonObject[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...(toolInput === undefined ? [] : [{ functionCall: { name: declaredName(request), args: toolInput } }]),
  ]
}

function declaredName(request: RecordedRequest): string {
  const tools = fieldOf(request, 'tools')
  const tool: JsonValue | undefined = Array.isArray(tools) ? tools[0] : tools
  const declared = isObject(tool) ? tool['functionDeclarations'] : undefined
  const first: JsonValue | undefined = Array.isArray(declared) ? declared[0] : undefined
  const name = isObject(first) ? first['name'] : undefined
  return typeof name === 'string' ? name : 'unknown'
}

/** One vector for `embedContent`, a list for `batchEmbedContents`. */
function embeddings(request: RecordedRequest): JsonObject {
  const requests = fieldOf(request, 'requests')
  if (Array.isArray(requests)) return { embeddings: requests.map((each: JsonValue) => ({ values: vectorOf(JSON.stringify(each)) })) }
  return { embedding: { values: vectorOf(request.rawBody) } }
}

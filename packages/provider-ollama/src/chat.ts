import { isRecord } from '@assay/provider-kit'
import type { OllamaClient } from './connection.ts'
import type { OllamaRequest } from './request.ts'
import { untilAborted } from './until-aborted.ts'

/** A collected stream. */
export type ChatOutcome = {
  readonly text: string
  readonly thinking: string
  /** The name of a tool that the model called; `null` if the call has no name, `undefined` if there is no call. */
  readonly calledTool?: unknown
  /** The last line, which holds the counts. */
  readonly last: Readonly<Record<string, unknown>>
}

/** Streams a chat and collects it. After a failure the stream is closed. */
export async function streamChat(client: OllamaClient, request: OllamaRequest, signal: AbortSignal): Promise<ChatOutcome> {
  const stream = await untilAborted(client.chat(request), signal, (late) => late.abort())
  const onAbort = (): void => stream.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  const text: string[] = []
  const thinking: string[] = []
  let last: Readonly<Record<string, unknown>> = {}
  let calledTool: unknown
  try {
    for await (const line of stream) {
      const part: unknown = line
      if (!isRecord(part)) continue
      last = part
      const message = isRecord(part['message']) ? part['message'] : {}
      if (typeof message['content'] === 'string') text.push(message['content'])
      if (typeof message['thinking'] === 'string') thinking.push(message['thinking'])
      calledTool ??= toolIn(message['tool_calls'])
    }
  } catch (error) {
    stream.abort()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return { text: text.join(''), thinking: thinking.join(''), last, calledTool }
}

function toolIn(calls: unknown): unknown {
  const first: unknown = Array.isArray(calls) ? calls[0] : undefined
  if (!isRecord(first)) return undefined
  return isRecord(first['function']) ? (first['function']['name'] ?? null) : null
}

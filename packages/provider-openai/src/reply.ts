import type { FinishReason, LLMReply, OutputMode, Usage } from '@assay/core'
import { type Attempt, failure, serverFailure } from './failure.ts'
import { isRecord } from './is-record.ts'
import { readServerError } from './server-error.ts'

type Answer = { readonly status: number; readonly headers: { readonly get: (name: string) => string | null }; readonly text: string }

/**
 * The body of a chat completion as one reply, read as what it is and not as what the protocol promises.
 * @throws AssayError `provider` for a body that is no JSON, the kind of an error inside the body, `empty_reply` where nothing says why
 * there is no text.
 */
export function readReply(
  answer: Answer,
  attempt: Attempt,
  asked: { outputMode: OutputMode | undefined; warnings: readonly string[] },
): LLMReply {
  const { text, status } = answer
  const requestId = answer.headers.get('x-request-id') ?? undefined
  const about = { status, requestId, reply: text === '' ? undefined : text }
  const body = jsonOf(text)
  if (!isRecord(body)) {
    const what = text.trim() === '' ? 'an empty body' : text.trimStart().startsWith('<') ? 'an HTML page' : 'a body that is no JSON object'
    throw failure('provider', `answered with HTTP ${status} and ${what}, where a chat completion was due.`, attempt, about)
  }
  const choices: unknown = body['choices']
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  const error = body['error'] ?? (isRecord(choice) ? choice['error'] : undefined)
  if (isFailure(error, status)) throw serverFailure({ status, body: { error }, text, headers: answer.headers }, attempt)
  if (!isRecord(choice)) {
    const what = Array.isArray(choices) ? 'no choice at all' : 'no field "choices"'
    throw failure(Array.isArray(choices) ? 'empty_reply' : 'provider', `answered with ${what}.`, attempt, about)
  }
  const message = isRecord(choice['message']) ? choice['message'] : {}
  const usage = usageOf(body['usage'])
  const { content, finishReason } = contentOf(message, choice['finish_reason'], asked.outputMode)
  if (content === '' && (finishReason === 'stop' || finishReason === 'other')) {
    throw failure('empty_reply', `answered without any text${onlyReasoning(message, usage)}.`, attempt, about)
  }
  return {
    text: content,
    finishReason,
    usage,
    ...(typeof body['model'] === 'string' ? { modelId: body['model'] } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(asked.warnings.length === 0 ? {} : { warnings: asked.warnings }),
  }
}

function contentOf(message: Message, reason: unknown, mode: OutputMode | undefined): { content: string; finishReason: FinishReason } {
  const finishReason = finishReasonOf(reason)
  const refusal = message['refusal']
  if (typeof refusal === 'string' && refusal !== '') return { content: refusal, finishReason: 'refusal' }
  const called = mode === 'tool' ? toolArguments(message) : ''
  return { content: called === '' ? textOf(message['content']) : called, finishReason }
}

type Message = Readonly<Record<string, unknown>>

function finishReasonOf(reason: unknown): FinishReason {
  switch (reason) {
    case 'stop':
    case 'tool_calls':
    case 'function_call':
      return 'stop'
    case 'length':
    case 'content_filter':
    case 'refusal':
    case 'error':
      return reason
    default:
      return 'other'
  }
}

/** A text, or a list of parts of which those with a text count: some servers put reasoning beside it. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? part['text'] : ''))
  return texts.filter((text) => typeof text === 'string').join('')
}

function toolArguments(message: Message): string {
  const calls: unknown = message['tool_calls']
  const first: unknown = Array.isArray(calls) ? calls[0] : undefined
  const called = isRecord(first) && isRecord(first['function']) ? first['function']['arguments'] : undefined
  if (typeof called === 'string') return called
  return isRecord(called) ? JSON.stringify(called) : ''
}

function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const input = given['prompt_tokens_details']
  const output = given['completion_tokens_details']
  return {
    calls: 1,
    inputTokens: countOf(given['prompt_tokens']),
    cachedInputTokens: isRecord(input) ? countOf(input['cached_tokens']) : null,
    cacheWriteTokens: isRecord(input) ? countOf(input['cache_write_tokens']) : null,
    outputTokens: countOf(given['completion_tokens']),
    reasoningTokens: isRecord(output) ? countOf(output['reasoning_tokens']) : null,
  }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function onlyReasoning(message: Message, usage: Usage): string {
  const said = [message['reasoning_content'], message['reasoning']].some((text) => typeof text === 'string' && text !== '')
  if (!said && (usage.reasoningTokens ?? 0) === 0) return ''
  return usage.reasoningTokens === null ? ', only reasoning' : `, only reasoning (${usage.reasoningTokens} tokens)`
}

function isFailure(error: unknown, status: number): boolean {
  return error !== undefined && error !== null && readServerError({ error }, status) !== undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

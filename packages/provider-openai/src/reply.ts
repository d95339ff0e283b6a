import type { FinishReason, LLMReply, OutputMode, Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, isRecord, readServerError, tokenCount, type WireAnswer } from '@assay/provider-kit'
import { failure, readBody, serverFailure } from './failure.ts'
import type { RequestInfo } from './request.ts'

/**
 * Reads a chat completion. The body is not assumed to follow the protocol.
 * @throws AssayError `provider` if the body is not JSON, or the server broke off before any text; the kind of an error inside the
 * body; `empty_reply` if there is no text for another reason.
 */
export function readReply(answer: WireAnswer, attempt: Attempt, request: RequestInfo): LLMReply {
  const { text, status } = answer
  const { body, requestId, about } = readBody(answer, attempt, 'a chat completion')
  const choices: unknown = body['choices']
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  const error = body['error'] ?? (isRecord(choice) ? choice['error'] : errorWithoutEnvelope(body))
  if (isFailure(error, status)) throw serverFailure({ status, body: { error }, text, headers: answer.headers }, attempt)
  if (!isRecord(choice)) {
    const what = Array.isArray(choices) ? 'no choice at all' : 'no field "choices"'
    // Some servers send no choices if they do not support the schema or tool.
    if (choices === null && (request.outputMode === 'native' || request.outputMode === 'tool')) {
      throw failure('unsupported_parameter', `answered with ${what}.`, attempt, { ...about, parameter: 'output' })
    }
    throw failure(Array.isArray(choices) ? 'empty_reply' : 'provider', `answered with ${what}.`, attempt, about)
  }
  const message = isRecord(choice['message']) ? choice['message'] : {}
  const usage = usageOf(body['usage'])
  const reason = choice['finish_reason']
  const { content, finishReason } = contentOf(message, reason, request.outputMode)
  if (content === '' && (finishReason === 'stop' || finishReason === 'other')) {
    const mayPass = reason === 'network_error'
    const call = request.outputMode === 'tool' ? '' : unofferedCall(message)
    const why = onlyReasoning(message, usage) || call || endedBy('finish_reason', reason)
    const more = { ...about, usage, ...(mayPass ? { isRetryable: true } : {}) }
    throw failure(mayPass ? 'provider' : 'empty_reply', `answered without any text${why}.`, attempt, more)
  }
  return {
    text: content,
    finishReason,
    usage,
    ...(typeof body['model'] === 'string' ? { modelId: body['model'] } : {}),
    ...(typeof body['service_tier'] === 'string' ? { serviceTier: body['service_tier'] } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(request.warnings.length === 0 ? {} : { warnings: request.warnings }),
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
    case 'sensitive':
      return 'content_filter'
    case 'length':
    case 'content_filter':
    case 'refusal':
    case 'error':
      return reason
    default:
      return 'other'
  }
}

/** The content: a string, or the text parts of a list. Some servers add reasoning as another part. */
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

/** Describes a call of a tool that the request did not offer: some servers have tools of their own. */
function unofferedCall({ tool_calls: calls, function_call: call }: Message): string {
  const first: unknown = Array.isArray(calls) ? calls[0] : undefined
  const called = isRecord(first) ? (first['function'] ?? first) : call
  return isRecord(called) ? calledTool(called['name']) : ''
}

function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const input = given['prompt_tokens_details']
  const output = given['completion_tokens_details']
  return {
    calls: 1,
    inputTokens: tokenCount(given['prompt_tokens']),
    cachedInputTokens: cachedTokens(given, input),
    cacheWriteTokens: isRecord(input) ? tokenCount(input['cache_write_tokens']) : null,
    outputTokens: tokenCount(given['completion_tokens']),
    reasoningTokens: isRecord(output) ? tokenCount(output['reasoning_tokens']) : null,
  }
}

/** Cached tokens, under the name of OpenAI, Mistral or DeepSeek. */
function cachedTokens(given: Readonly<Record<string, unknown>>, details: unknown): number | null {
  const inDetails = isRecord(details) ? tokenCount(details['cached_tokens']) : null
  return inDetails ?? tokenCount(given['num_cached_tokens']) ?? tokenCount(given['prompt_cache_hit_tokens'])
}

function onlyReasoning(message: Message, usage: Usage): string {
  const hasReasoning = [message['reasoning_content'], message['reasoning']].some((text) => typeof text === 'string' && text !== '')
  if (!hasReasoning && (usage.reasoningTokens ?? 0) === 0) return ''
  return usage.reasoningTokens === null ? ', only reasoning' : `, only reasoning (${usage.reasoningTokens} tokens)`
}

/** An error as Mistral and Cerebras send it: `{ message, type, code }` instead of a completion. */
function errorWithoutEnvelope(body: Readonly<Record<string, unknown>>): unknown {
  return 'choices' in body || (typeof body['message'] !== 'string' && !isRecord(body['message'])) ? undefined : body
}

function isFailure(error: unknown, status: number): boolean {
  return error !== undefined && error !== null && readServerError({ error }, status) !== undefined
}

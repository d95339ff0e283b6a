import type { FinishReason, LLMReply, Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, isRecord, tokenCount, type WireAnswer } from '@assay/provider-kit'
import { failure, readBody, serverFailure } from './failure.ts'
import type { RequestInfo } from './request.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the body of the Responses API.
 * @throws AssayError `provider` if the body is not a response; the kind of an error inside the body; `empty_reply` if there is no text and
 * the finish reason does not explain that.
 */
export function readResponse(answer: WireAnswer, attempt: Attempt, { outputMode, warnings }: RequestInfo): LLMReply {
  const { body, requestId, about } = readBody(answer, attempt, 'a response')
  const { status, text, headers } = answer
  const { error, output } = body
  if (isRecord(error)) throw serverFailure({ status, body: { error }, text, headers }, attempt)
  if (!Array.isArray(output)) throw failure('provider', 'answered with no field "output".', attempt, about)
  const items = output.filter(isRecord)
  const parts = items.flatMap((item) =>
    item['type'] === 'message' && Array.isArray(item['content']) ? item['content'].filter(isRecord) : [],
  )
  const refusal = joined(parts, 'refusal', 'refusal')
  const called = outputMode === 'tool' ? joined(items.slice(firstCall(items), firstCall(items) + 1), 'function_call', 'arguments') : ''
  const content = called === '' ? joined(parts, 'output_text', 'text') : called
  const usage = usageOf(body['usage'])
  const finishReason = refusal === '' ? finishReasonOf(body) : 'refusal'
  if (refusal === '' && content === '' && (finishReason === 'stop' || finishReason === 'other')) {
    throw failure('empty_reply', `answered without any text${why(body, outputMode === 'tool' ? [] : items, usage)}.`, attempt, {
      ...about,
      usage,
    })
  }
  return {
    text: refusal === '' ? content : refusal,
    finishReason,
    usage,
    ...(typeof body['model'] === 'string' ? { modelId: body['model'] } : {}),
    ...(typeof body['service_tier'] === 'string' ? { serviceTier: body['service_tier'] } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function firstCall(items: readonly Fields[]): number {
  const at = items.findIndex((item) => item['type'] === 'function_call')
  return at === -1 ? items.length : at
}

/** The texts in one field of all parts of one type, joined. */
function joined(parts: readonly Fields[], type: string, field: string): string {
  const texts = parts.map((part) => (part['type'] === type ? part[field] : ''))
  return texts.filter((text) => typeof text === 'string').join('')
}

function finishReasonOf({ status, incomplete_details: details }: Fields): FinishReason {
  if (status === undefined || status === 'completed') return 'stop'
  const reason = isRecord(details) ? details['reason'] : undefined
  if (status !== 'incomplete') return 'other'
  if (reason === 'max_output_tokens') return 'length'
  return reason === 'content_filter' ? 'content_filter' : 'other'
}

function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const input = given['input_tokens_details']
  const output = given['output_tokens_details']
  return {
    calls: 1,
    inputTokens: tokenCount(given['input_tokens']),
    cachedInputTokens: isRecord(input) ? tokenCount(input['cached_tokens']) : null,
    cacheWriteTokens: isRecord(input) ? tokenCount(input['cache_write_tokens']) : null,
    outputTokens: tokenCount(given['output_tokens']),
    reasoningTokens: isRecord(output) ? tokenCount(output['reasoning_tokens']) : null,
  }
}

function why({ status, incomplete_details: details }: Fields, items: readonly Fields[], { reasoningTokens }: Usage): string {
  const call = items[firstCall(items)]
  if (call !== undefined) return calledTool(call['name'])
  if (status === 'incomplete' && isRecord(details)) return endedBy('incomplete_details.reason', details['reason'])
  if (status !== 'completed') return endedBy('status', status)
  return (reasoningTokens ?? 0) === 0 ? '' : `, only reasoning (${reasoningTokens} tokens)`
}

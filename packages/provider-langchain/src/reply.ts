import { type FinishReason, isRecord, type LLMReply, type OutputMode, type Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, tokenCount } from '@assay/provider-kit'
import { failure } from './failure.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a message of a model.
 * @throws AssayError `empty_reply` if there is no text, `provider` if the value is not a message.
 */
export function readMessage(message: unknown, attempt: Attempt, mode: OutputMode | undefined, warnings: readonly string[]): LLMReply {
  if (!isRecord(message) || !('content' in message)) throw failure('provider', 'returned no message to LangChain.', attempt)
  const metadata = recordIn(message, 'response_metadata')
  const raw = [metadata['finish_reason'], metadata['stop_reason'], metadata['finishReason']].find((reason) => typeof reason === 'string')
  const refusal = recordIn(message, 'additional_kwargs')['refusal']
  const isRefused = typeof refusal === 'string' && refusal !== ''
  const text = isRefused ? refusal : textOf(message, mode)
  const finishReason = isRefused ? 'refusal' : finishOf(raw)
  const usage = usageOf(message['usage_metadata'])
  if (text === '' && (finishReason === 'stop' || finishReason === 'other')) {
    const call = mode === 'tool' ? undefined : callsOf(message)[0]
    const why = call === undefined ? endedBy('finish reason', raw) : calledTool(call['name'])
    throw failure('empty_reply', `answered without any text${why}.`, attempt, { usage })
  }
  const modelId = [metadata['model_name'], metadata['model'], metadata['model_id']].find((name) => typeof name === 'string')
  const { id } = message
  return {
    text,
    finishReason,
    usage,
    ...(modelId === undefined ? {} : { modelId }),
    ...(typeof id === 'string' && id !== '' ? { requestId: id } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function textOf(message: Fields, mode: OutputMode | undefined): string {
  const call = mode === 'tool' ? callsOf(message)[0] : undefined
  if (call !== undefined) return JSON.stringify(call['args'] ?? {})
  const { content } = message
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content.filter(isRecord) : []
  return blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('')
}

function callsOf(message: Fields): readonly Fields[] {
  const { tool_calls: calls } = message
  return Array.isArray(calls) ? calls.filter(isRecord) : []
}

/** Maps the finish reasons of vendors, which LangChain passes on unchanged. */
function finishOf(raw: string | undefined): FinishReason {
  switch (raw?.toLowerCase()) {
    case 'stop':
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      return 'stop'
    case 'length':
    case 'max_tokens':
      return 'length'
    case 'content_filter':
    case 'safety':
      return 'content_filter'
    case 'refusal':
      return 'refusal'
    case 'error':
      return 'error'
    default:
      return 'other'
  }
}

function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const [input, output] = [recordIn(given, 'input_token_details'), recordIn(given, 'output_token_details')]
  return {
    calls: 1,
    inputTokens: tokenCount(given['input_tokens']),
    cachedInputTokens: tokenCount(input['cache_read']),
    cacheWriteTokens: tokenCount(input['cache_creation']),
    outputTokens: tokenCount(given['output_tokens']),
    reasoningTokens: tokenCount(output['reasoning']),
  }
}

function recordIn(fields: Fields, name: string): Fields {
  const value = fields[name]
  return isRecord(value) ? value : {}
}

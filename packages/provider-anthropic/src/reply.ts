import type { FinishReason, LLMReply, OutputMode, Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, isRecord, tokenCount, type WireAnswer } from '@assay/provider-kit'
import { failure, readBody, serverFailure } from './failure.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the body of a message. The body is not assumed to follow the protocol. A reply without a text block has an empty text; its caller
 * handles that by the finish reason.
 * @throws AssayError `provider` if the body is not a message; the kind of an error inside the body; `context_overflow` if the prompt left
 * no room for a reply; `empty_reply` if there is no text for a reason that the finish reason does not express.
 */
export function readReply(
  answer: WireAnswer,
  attempt: Attempt,
  request: { outputMode: OutputMode | undefined; warnings: readonly string[] },
): LLMReply {
  const { text, status, headers } = answer
  const { body, requestId, about } = readBody(answer, attempt, 'a message')
  if (body['type'] === 'error' || isRecord(body['error'])) throw serverFailure({ status, body, text, headers }, attempt)
  const blocks = blocksOf(body['content'])
  if (blocks === undefined) throw failure('provider', 'answered with no field "content".', attempt, about)
  const called = request.outputMode === 'tool' ? toolInput(blocks) : undefined
  const content = called ?? textOf(blocks)
  const usage = usageOf(body['usage'])
  if (body['stop_reason'] === 'model_context_window_exceeded' && content === '') {
    throw failure('context_overflow', 'had no room left for a reply after the prompt.', attempt, { ...about, usage })
  }
  const reason = body['stop_reason']
  if (content === '' && !EXPRESSED.has(reason)) {
    const mayPass = reason === 'network_error'
    const call = request.outputMode === 'tool' ? undefined : blocks.find((block) => block['type'] === 'tool_use')
    const why = call === undefined ? endedBy('stop_reason', reason) : calledTool(call['name'])
    if (why !== '') {
      const more = { ...about, usage, ...(mayPass ? { isRetryable: true } : {}) }
      throw failure(mayPass ? 'provider' : 'empty_reply', `answered without any text${why}.`, attempt, more)
    }
  }
  const warnings = [...request.warnings, ...refusalWarning(body)]
  return {
    text: content,
    finishReason: finishReasonOf(body['stop_reason'], called !== undefined),
    usage,
    ...(typeof body['model'] === 'string' ? { modelId: body['model'] } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...tierOf(body['usage']),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function tierOf(usage: unknown): Pick<LLMReply, 'serviceTier'> {
  const tier = isRecord(usage) ? usage['service_tier'] : undefined
  return typeof tier === 'string' ? { serviceTier: tier } : {}
}

/** Stop reasons that the finish reason of the reply expresses, or that explain nothing. */
const EXPRESSED: ReadonlySet<unknown> = new Set([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
  'sensitive',
])

/** The content blocks. Some compatible servers send a string instead. */
function blocksOf(content: unknown): readonly Fields[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isRecord) : undefined
}

function finishReasonOf(reason: unknown, isCalled: boolean): FinishReason {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop'
    case 'tool_use':
      return isCalled ? 'stop' : 'other'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'refusal'
    case 'sensitive':
      return 'content_filter'
    default:
      return 'other'
  }
}

function textOf(blocks: readonly Fields[]): string {
  const texts = blocks.map((block) => (block['type'] === 'text' ? block['text'] : ''))
  return texts.filter((text) => typeof text === 'string').join('')
}

function toolInput(blocks: readonly Fields[]): string | undefined {
  const call = blocks.find((block) => block['type'] === 'tool_use')
  return call?.['input'] === undefined ? undefined : JSON.stringify(call['input'])
}

/** Adds cached tokens to `input_tokens`, which excludes those read from or written to a cache. */
function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const input = tokenCount(given['input_tokens'])
  const cachedInputTokens = tokenCount(given['cache_read_input_tokens'])
  const cacheWriteTokens = tokenCount(given['cache_creation_input_tokens'])
  const output = given['output_tokens_details']
  return {
    calls: 1,
    inputTokens: input === null ? null : input + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: tokenCount(given['output_tokens']),
    reasoningTokens: isRecord(output) ? tokenCount(output['thinking_tokens']) : null,
  }
}

function refusalWarning(body: Fields): string[] {
  const details = body['stop_details']
  if (body['stop_reason'] !== 'refusal' || !isRecord(details) || typeof details['category'] !== 'string') return []
  return [`The provider refused for a reason of the category "${details['category']}".`]
}

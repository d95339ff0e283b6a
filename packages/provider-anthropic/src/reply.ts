import type { FinishReason, LLMReply, OutputMode, Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, isRecord, tokenCount, type WireAnswer } from '@assay/provider-kit'
import { failure, readBody, serverFailure } from './failure.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The body of a message as one reply, read as what it is and not as what the protocol promises. A reply without a text block has an
 * empty text: its reader says what that means.
 * @throws AssayError `provider` for a body that is no message, the kind of an error inside the body, `context_overflow` where the
 * prompt left no room for a reply, `empty_reply` where a reason that its reader is not told stands in place of a text.
 */
export function readReply(
  answer: WireAnswer,
  attempt: Attempt,
  asked: { outputMode: OutputMode | undefined; warnings: readonly string[] },
): LLMReply {
  const { text, status, headers } = answer
  const { body, requestId, about } = readBody(answer, attempt, 'a message')
  if (body['type'] === 'error' || isRecord(body['error'])) throw serverFailure({ status, body, text, headers }, attempt)
  const blocks = blocksOf(body['content'])
  if (blocks === undefined) throw failure('provider', 'answered with no field "content".', attempt, about)
  const called = asked.outputMode === 'tool' ? toolInput(blocks) : undefined
  const said = called ?? textOf(blocks)
  const usage = usageOf(body['usage'])
  if (body['stop_reason'] === 'model_context_window_exceeded' && said === '') {
    throw failure('context_overflow', 'had no room left for a reply behind the prompt.', attempt, { ...about, usage })
  }
  const reason = body['stop_reason']
  if (said === '' && !TELLING.has(reason)) {
    const mayPass = reason === 'network_error'
    const call = asked.outputMode === 'tool' ? undefined : blocks.find((block) => block['type'] === 'tool_use')
    const why = call === undefined ? endedBy('stop_reason', reason) : calledTool(call['name'])
    if (why !== '') {
      const more = { ...about, usage, ...(mayPass ? { isRetryable: true } : {}) }
      throw failure(mayPass ? 'provider' : 'empty_reply', `answered without any text${why}.`, attempt, more)
    }
  }
  const warnings = [...asked.warnings, ...refusalWarning(body)]
  return {
    text: said,
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

/** Reasons that the reader of a reply is told by its finish reason, or that explain nothing. */
const TELLING: ReadonlySet<unknown> = new Set([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
  'sensitive',
])

/** Some compatible servers send the text alone. */
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

/** `input_tokens` leaves out what was read from or written to a cache. A server that reports no cache has none. */
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

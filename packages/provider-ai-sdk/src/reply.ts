import { type FinishReason, isRecord, type LLMReply, type OutputMode, type Usage } from '@assay/core'
import { type Attempt, calledTool, endedBy, tokenCount } from '@assay/provider-kit'
import { failure, saysError, serverFailure } from './failure.ts'

type Fields = Readonly<Record<string, unknown>>

export type RequestInfo = { readonly outputMode: OutputMode | undefined; readonly warnings: readonly string[]; readonly version: string }

/**
 * Reads the result of `doGenerate`, in any version of the specification.
 * @throws AssayError `empty_reply` if there is no text, `provider` if the value is not a result.
 */
export function readResult(result: unknown, attempt: Attempt, { outputMode, warnings, version }: RequestInfo): LLMReply {
  if (!isRecord(result) || !Array.isArray(result['content'])) throw failure('provider', 'returned no content to the AI SDK.', attempt)
  const response = isRecord(result['response']) ? result['response'] : {}
  const { reason, raw } = finishOf(result['finishReason'])
  const usage = usageOf(result['usage'])
  const refusal = refusalIn(response['body'])
  const text = refusal ?? textOf(result, outputMode)
  const finishReason = refusal === undefined ? reason : 'refusal'
  if (text === '' && (finishReason === 'stop' || finishReason === 'other')) {
    const { body } = response
    // Some packages accept any body as a reply.
    if (saysError(body)) throw serverFailure({ status: 200, body, text: JSON.stringify(body), headers: undefined }, attempt)
    if (isNoReply(result, usage, raw)) throw failure('provider', 'answered with HTTP 200 and a body that is not a reply.', attempt)
    const why = onlyReasoning(result['content'], usage) || unofferedCall(result['content'], outputMode) || endedBy('finishReason', raw)
    throw failure('empty_reply', `answered without any text${why}.`, attempt, { usage })
  }
  const allWarnings = [...warnings, ...warningsOf(result['warnings']), ...(version === 'v2' ? [SHORT_COUNTS] : [])]
  return {
    text,
    finishReason,
    usage,
    ...(typeof response['modelId'] === 'string' ? { modelId: response['modelId'] } : {}),
    ...(typeof response['id'] === 'string' ? { requestId: response['id'] } : {}),
    ...(allWarnings.length === 0 ? {} : { warnings: allWarnings }),
  }
}

function isNoReply({ content }: Fields, { inputTokens, outputTokens }: Usage, raw: unknown): boolean {
  const isUnsaid = raw === undefined || raw === 'unknown'
  return partsOf(content).length === 0 && isUnsaid && (inputTokens ?? 0) === 0 && (outputTokens ?? 0) === 0
}

const SHORT_COUNTS = 'This model is of version 2 of the AI SDK’s specification, in which counts of tokens may be short.'

function textOf(result: Fields, mode: OutputMode | undefined): string {
  const parts = partsOf(result['content'])
  const called = mode === 'tool' ? parts.find(({ type }) => type === 'tool-call')?.['input'] : undefined
  if (typeof called === 'string' && called !== '') return called
  if (isRecord(called)) return JSON.stringify(called)
  // An empty text counts, too.
  const chosen = result['structuredOutputText']
  if (typeof chosen === 'string') return chosen
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('')
}

function partsOf(content: unknown): readonly Fields[] {
  return Array.isArray(content) ? content.filter(isRecord) : []
}

/** The finish reason: a string in version 2; since version 3 `unified` by the SDK, with the provider's as `raw`. */
function finishOf(finish: unknown): { readonly reason: FinishReason; readonly raw: unknown } {
  const unified = isRecord(finish) ? finish['unified'] : finish
  const raw = isRecord(finish) ? finish['raw'] : finish
  return { reason: raw === 'refusal' ? 'refusal' : reasonOf(unified), raw }
}

function reasonOf(unified: unknown): FinishReason {
  switch (unified) {
    case 'stop':
    case 'tool-calls':
      return 'stop'
    case 'length':
    case 'error':
      return unified
    case 'content-filter':
      return 'content_filter'
    default:
      return 'other'
  }
}

/** The refusal of an OpenAI model, which the SDK omits from the content; only the body has it. */
function refusalIn(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const choice = partsOf(body['choices'])[0]
  const parts = partsOf(body['output']).flatMap(({ content }) => partsOf(content))
  const said = [isRecord(choice?.['message']) ? choice['message']['refusal'] : undefined, ...parts.map(({ refusal }) => refusal)]
  return said.find((refusal): refusal is string => typeof refusal === 'string' && refusal !== '')
}

/** Usage: objects of counts since version 3, numbers in version 2. */
function usageOf(usage: unknown): Usage {
  const given = isRecord(usage) ? usage : {}
  const { inputTokens: input, outputTokens: output } = given
  return {
    calls: 1,
    inputTokens: tokenCount(isRecord(input) ? input['total'] : input),
    cachedInputTokens: tokenCount(isRecord(input) ? input['cacheRead'] : given['cachedInputTokens']),
    cacheWriteTokens: isRecord(input) ? tokenCount(input['cacheWrite']) : null,
    outputTokens: tokenCount(isRecord(output) ? output['total'] : output),
    reasoningTokens: tokenCount(isRecord(output) ? output['reasoning'] : given['reasoningTokens']),
  }
}

/** One warning for each parameter that the SDK omitted or changed: `The AI SDK: temperature is not supported: …`. */
function warningsOf(warnings: unknown): string[] {
  return partsOf(warnings).map((warning) => {
    const about = [warning['feature'], warning['setting'], isRecord(warning['tool']) ? warning['tool']['name'] : undefined]
    const what = about.find((name) => typeof name === 'string')
    const said = [warning['details'], warning['message']].find((text) => typeof text === 'string')
    const parts = [what === undefined ? undefined : `${what} is ${wordOf(warning['type'])}`, said]
    return `The AI SDK: ${parts.filter((part) => part !== undefined).join(': ') || String(warning['type'])}`
  })
}

function wordOf(type: unknown): string {
  if (type === 'compatibility') return 'used in a compatibility mode'
  return type === 'deprecated' ? 'deprecated' : 'not supported'
}

function onlyReasoning(content: unknown, { reasoningTokens }: Usage): string {
  if (!partsOf(content).some(({ type }) => type === 'reasoning') && (reasoningTokens ?? 0) === 0) return ''
  return reasoningTokens === null ? ', only reasoning' : `, only reasoning (${reasoningTokens} tokens)`
}

function unofferedCall(content: unknown, mode: OutputMode | undefined): string {
  const call = partsOf(content).find(({ type }) => type === 'tool-call')
  return call === undefined || mode === 'tool' ? '' : calledTool(call['toolName'])
}

import type { EmbeddingAdapter, LLMAdapter, LLMCall, LLMReply, Usage } from '@assay/core'
import type { Attributes } from '@opentelemetry/api'

/** Provider names of the conventions that differ from Assay's. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([['azure', 'azure.ai.openai']])

/** Attributes of a call before it is made, by the GenAI conventions. No part of the prompt. */
export function callAttributes(adapter: LLMAdapter, { output, maxOutputTokens, temperature, seed }: LLMCall): Attributes {
  return {
    ...modelAttributes('chat', adapter),
    ...present('gen_ai.output.type', output === undefined ? 'text' : 'json'),
    ...present('gen_ai.request.max_tokens', maxOutputTokens),
    ...present('gen_ai.request.temperature', temperature),
    ...present('gen_ai.request.seed', seed),
  }
}

export function embeddingAttributes(adapter: EmbeddingAdapter, texts: number): Attributes {
  return { ...modelAttributes('embeddings', adapter), 'assay.embeddings.texts': texts }
}

/** Attributes of a reply. No part of its text; no tokens if it was not charged here. */
export function replyAttributes({ modelId, finishReason, usage }: LLMReply): Attributes {
  return {
    ...present('gen_ai.response.model', modelId),
    'gen_ai.response.finish_reasons': [finishReason],
    ...usageAttributes(usage),
  }
}

export function usageAttributes(usage: Usage): Attributes {
  if (usage.calls === 0) return {}
  return {
    ...present('gen_ai.usage.input_tokens', usage.inputTokens),
    ...present('gen_ai.usage.cache_read.input_tokens', usage.cachedInputTokens),
    ...present('gen_ai.usage.cache_write.input_tokens', usage.cacheWriteTokens),
    ...present('gen_ai.usage.output_tokens', usage.outputTokens),
    ...present('gen_ai.usage.reasoning.output_tokens', usage.reasoningTokens),
  }
}

function modelAttributes(operation: string, { provider, modelId }: { readonly provider: string; readonly modelId: string }): Attributes {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': PROVIDERS.get(provider) ?? provider,
    'gen_ai.request.model': modelId,
  }
}

/** Unknown values are left out. */
function present(name: string, value: string | number | null | undefined): Attributes {
  return value === null || value === undefined ? {} : { [name]: value }
}

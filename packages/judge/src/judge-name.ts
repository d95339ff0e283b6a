import type { LLMAdapter } from '@assay/core'

/** A model as signatures name it: `openai:gpt-5-mini`. */
export function judgeName({ provider, modelId }: Pick<LLMAdapter, 'provider' | 'modelId'>): string {
  return `${provider}:${modelId}`
}

import type { JsonObject, LLMCapabilities } from '@assay/core'
import { definedOf, freezeJson, headerFingerprint } from '@assay/provider-kit'
import type { AnthropicModelOptions } from './model-options.ts'

/** Everything besides the call that can change a reply, frozen. */
export function fingerprintOf(o: {
  readonly modelId: string
  readonly baseUrl: string
  readonly capabilities: LLMCapabilities
  readonly options: AnthropicModelOptions
  readonly headers: Readonly<Record<string, string>>
}): JsonObject {
  const { temperature, maxOutputTokens, thinking, extraBody } = o.options
  return freezeJson({
    adapter: 'anthropic',
    baseURL: o.baseUrl,
    model: o.modelId,
    structuredOutput: o.capabilities.structuredOutput,
    ...definedOf({ temperature, maxOutputTokens, thinking, extraBody }),
    ...headerFingerprint(o.headers),
  })
}

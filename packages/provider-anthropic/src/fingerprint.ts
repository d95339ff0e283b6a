import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue, LLMCapabilities } from '@assay/core'
import type { AnthropicModelOptions } from './model-options.ts'

/** Names of headers that carry credentials: neither they nor a hash of them belongs into a fingerprint. */
const CREDENTIAL = /auth|key|token|secret|cookie|password|credential/i

/**
 * All that can change a reply besides the call, frozen. Other headers than credentials may choose a beta or a route at a gateway:
 * they stand as a hash, so that replies of two routes are never taken for each other.
 */
export function fingerprintOf(o: {
  readonly modelId: string
  readonly baseUrl: string
  readonly capabilities: LLMCapabilities
  readonly options: AnthropicModelOptions
  readonly headers: Readonly<Record<string, string>>
}): JsonObject {
  const { temperature, maxOutputTokens, thinking, extraBody } = o.options
  const headers = Object.entries(o.headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), createHash('sha256').update(value).digest('hex').slice(0, 12)] as const)
  return frozen({
    adapter: 'anthropic',
    baseURL: o.baseUrl,
    model: o.modelId,
    structuredOutput: o.capabilities.structuredOutput,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(extraBody === undefined ? {} : { extraBody }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
  })
}

function frozen<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values<JsonValue>(value)) frozen(held)
    Object.freeze(value)
  }
  return value
}

import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue, LLMCapabilities } from '@assay/core'
import type { OllamaModelOptions } from './model-options.ts'

/** Names of headers that carry credentials: neither they nor a hash of them belongs into a fingerprint. */
const CREDENTIAL = /auth|key|token|secret|cookie|password|credential/i

type Route = { readonly modelId: string; readonly host: string; readonly headers: Readonly<Record<string, string>> }

/** All that can change a reply besides the call, frozen. How long a model stays loaded changes none. */
export function fingerprintOf(route: Route, options: OllamaModelOptions, capabilities: LLMCapabilities): JsonObject {
  const { temperature, seed, maxOutputTokens, numCtx = 'auto', think } = options
  return frozen({
    ...routeOf(route),
    structuredOutput: capabilities.structuredOutput,
    numCtx,
    ...(think === undefined ? {} : { think }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(options.options === undefined ? {} : { options: options.options }),
  })
}

export function embeddingFingerprintOf(route: Route, dimensions: number | undefined): JsonObject {
  return frozen({ ...routeOf(route), ...(dimensions === undefined ? {} : { dimensions }) })
}

/**
 * Other headers than credentials may choose a route or a model at a gateway: they stand as a hash, so that replies of two routes
 * are never taken for each other.
 */
function routeOf({ modelId, host, headers }: Route): JsonObject {
  const hashed = Object.entries(headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), createHash('sha256').update(value).digest('hex').slice(0, 12)] as const)
  return { adapter: 'ollama', host, model: modelId, ...(hashed.length === 0 ? {} : { headers: Object.fromEntries(hashed) }) }
}

function frozen<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values<JsonValue>(value)) frozen(held)
    Object.freeze(value)
  }
  return value
}

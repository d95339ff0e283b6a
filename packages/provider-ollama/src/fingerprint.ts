import type { JsonObject, LLMCapabilities } from '@assay/core'
import { definedOf, freezeJson, headerFingerprint } from '@assay/provider-kit'
import type { OllamaModelOptions } from './model-options.ts'

type Route = { readonly modelId: string; readonly host: string; readonly headers: Readonly<Record<string, string>> }

/** Everything besides the call that can change a reply, frozen. `keepAlive` is not part of it. */
export function fingerprintOf(route: Route, options: OllamaModelOptions, capabilities: LLMCapabilities): JsonObject {
  const { temperature, seed, maxOutputTokens, numCtx = 'auto', think } = options
  return freezeJson({
    ...routeOf(route),
    structuredOutput: capabilities.structuredOutput,
    numCtx,
    ...definedOf({ think, temperature, seed, maxOutputTokens, options: options.options }),
  })
}

export function embeddingFingerprintOf(route: Route, dimensions: number | undefined): JsonObject {
  return freezeJson({ ...routeOf(route), ...definedOf({ dimensions }) })
}

function routeOf({ modelId, host, headers }: Route): JsonObject {
  return { adapter: 'ollama', host, model: modelId, ...headerFingerprint(headers) }
}

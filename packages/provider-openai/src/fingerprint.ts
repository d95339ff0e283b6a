import type { JsonObject } from '@assay/core'
import { definedOf, freezeJson, headerFingerprint } from '@assay/provider-kit'
import type { OpenAICapabilities } from './capabilities.ts'
import type { Connection } from './connection.ts'
import type { OpenAIModelOptions } from './model-options.ts'

/** Everything besides the call that can change a reply, frozen. */
export function fingerprintOf(
  connection: Connection,
  { modelId, capabilities, options }: { modelId: string; capabilities: OpenAICapabilities; options: OpenAIModelOptions },
): JsonObject {
  const { api, temperature, seed, maxOutputTokens, reasoningEffort, extraBody } = options
  return freezeJson({
    ...routeOf(connection, modelId),
    ...(api === 'responses' ? { api } : { maxTokensParameter: capabilities.maxTokensParameter }),
    ...(capabilities.seedParameter === 'seed' ? {} : { seedParameter: capabilities.seedParameter }),
    structuredOutput: capabilities.structuredOutput,
    ...definedOf({ temperature, seed, maxOutputTokens, reasoningEffort, extraBody }),
  })
}

export function embeddingFingerprintOf(connection: Connection, modelId: string, dimensions: number | undefined): JsonObject {
  return freezeJson({ ...routeOf(connection, modelId), ...definedOf({ dimensions }) })
}

function routeOf({ provider, where, deployment, headers }: Connection, modelId: string): JsonObject {
  return {
    adapter: provider,
    baseURL: where,
    model: modelId,
    ...definedOf({ deployment }),
    ...headerFingerprint(headers),
  }
}

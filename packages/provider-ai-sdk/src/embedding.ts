import { type Embedded, type EmbeddingAdapter, isRecord, noUsage } from '@assay/core'
import { asBatchFailure, createOptionChecks, createTextCleaner, freezeJson, namesOfSet, perCall, tokenCount } from '@assay/provider-kit'
import type { JsonObject } from '@assay/core'
import { addressOf, secretsOf } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import type { AdapterNames } from './model-options.ts'
import type { AiSdkEmbeddingModel } from './model-shape.ts'

export type AiSdkEmbeddingOptions = {
  /** The maximum number of texts per request. Default: the model's own limit, else 96. */
  readonly maxBatch?: number | undefined
  /** Options of the SDK, by provider. They are part of the fingerprint. */
  readonly providerOptions?: JsonObject | undefined
  /** The address of the model's server, for fingerprint and messages, if the model does not have it. */
  readonly baseURL?: string | undefined
}

const MAX_BATCH = 96

/** An embedding model of the AI SDK. @throws AssayError `config` that names the option and its accepted values. */
export function createEmbeddingModel(model: AiSdkEmbeddingModel, names: AdapterNames, options: AiSdkEmbeddingOptions): EmbeddingAdapter {
  const { maxBatch, providerOptions } = options
  const check = createOptionChecks(names.provider)
  check.modelId(names.modelId, 'fromAiSdk(google.embeddingModel("gemini-embedding-001"))')
  check.count('maxBatch', maxBatch)
  const fields = providerOptions === undefined ? undefined : check.fields('providerOptions', providerOptions, {})
  const address = addressOf(model, options.baseURL)
  const most = model.maxEmbeddingsPerCall
  return {
    specificationVersion: 'v1',
    ...names,
    fingerprint: freezeJson({
      adapter: 'ai-sdk',
      specification: model.specificationVersion,
      provider: model.provider,
      model: names.modelId,
      ...(address === undefined ? {} : { baseURL: address }),
      ...(fields === undefined ? {} : { providerOptions: fields }),
    }),
    maxBatch: maxBatch ?? (typeof most === 'number' && most >= 1 && Number.isSafeInteger(most) ? most : MAX_BATCH),
    doEmbed(texts, { signal } = {}) {
      if (texts.length === 0) return Promise.resolve({ vectors: [], usage: noUsage })
      return perCall(signal, async (own) => {
        const { clean } = createTextCleaner()
        const request = { values: texts.map(clean), abortSignal: own, ...(fields === undefined ? {} : { providerOptions: fields }) }
        const attemptOf = async () => ({
          ...names,
          where: address ?? model.provider,
          secrets: await secretsOf(model),
          sent: { input: texts },
          setByUser: namesOfSet({ providerOptions }),
          signal,
        })
        let result: unknown
        try {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type differs between versions of the specification
          result = await model.doEmbed(request as never)
        } catch (error) {
          throw asBatchFailure(failureOf(error, await attemptOf()), texts.length)
        }
        const embedded = readEmbedded(result)
        if (embedded.vectors.length === texts.length) return embedded
        const { usage } = embedded
        throw failure('invalid_reply', `answered ${texts.length} texts with ${embedded.vectors.length} vectors.`, await attemptOf(), {
          usage,
        })
      })
    },
  }
}

function readEmbedded(result: unknown): Embedded {
  const { embeddings, usage } = isRecord(result) ? result : {}
  const vectors = Array.isArray(embeddings) ? embeddings.filter(isVector) : []
  const inputTokens = isRecord(usage) ? tokenCount(usage['tokens']) : null
  return { vectors, usage: { calls: 1, inputTokens, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 0, reasoningTokens: 0 } }
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => Number.isFinite(entry))
}

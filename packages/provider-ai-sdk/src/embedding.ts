import { type Embedded, type EmbeddingAdapter, isRecord, noUsage } from '@assay/core'
import { asBatchFailure, createOptionChecks, createTextCleaner, freezeJson, namesOfSet, perCall, tokenCount } from '@assay/provider-kit'
import type { JsonObject } from '@assay/core'
import { addressOf, secretsOf } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import type { AdapterNames } from './model-options.ts'
import type { AiSdkEmbeddingModel } from './model-shape.ts'

export type AiSdkEmbeddingOptions = {
  /** The most texts one request takes. Default: what the model says, else 96. */
  readonly maxBatch?: number | undefined
  /** As the SDK takes them, by provider. They stand in the fingerprint. */
  readonly providerOptions?: JsonObject | undefined
  /** Where the model is, for the fingerprint and for messages, where the model does not tell. */
  readonly baseURL?: string | undefined
}

const MAX_BATCH = 96

/** A model for embeddings of the AI SDK. @throws AssayError `config` naming the option and what it should be. */
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
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what each version of the specification takes
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

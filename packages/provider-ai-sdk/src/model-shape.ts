import { isRecord } from '@assay/core'

/** A language model of the AI SDK by its shape, so that no version of the SDK has to be installed: `LanguageModelV4`, `V3` or `V2`. */
export type AiSdkLanguageModel = {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
}

/** A model for embeddings of the AI SDK, by its shape. */
export type AiSdkEmbeddingModel = {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined
  doEmbed(options: never): PromiseLike<unknown>
}

export type AiSdkModel = AiSdkLanguageModel | AiSdkEmbeddingModel

/** The supported versions of the specification. In v2 some token counts are too low. */
export const VERSIONS: readonly string[] = ['v2', 'v3', 'v4']

export function isLanguageModel(model: unknown): model is AiSdkLanguageModel {
  return isRecord(model) && typeof model['doGenerate'] === 'function'
}

export function isEmbeddingModel(model: unknown): model is AiSdkEmbeddingModel {
  return isRecord(model) && typeof model['doEmbed'] === 'function'
}

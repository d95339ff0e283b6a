import { configError, type EmbeddingAdapter, type LLMAdapter } from '@assay/core'
import { type AiSdkEmbeddingOptions, createEmbeddingModel } from './embedding.ts'
import { createLanguageModel } from './language-model.ts'
import type { AdapterNames, AiSdkModelOptions } from './model-options.ts'
import {
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
  type AiSdkModel,
  isEmbeddingModel,
  isLanguageModel,
  VERSIONS,
} from './model-shape.ts'

/**
 * A model of the AI SDK as a judge or for embeddings. Any of its packages may create the model, in versions 2 to 4 of the specification.
 * The SDK itself is not loaded: the model is called through its own connection.
 *
 * ```ts
 * // `google` of @ai-sdk/google
 * const judge = fromAiSdk(google('gemini-2.5-flash'), { reasoning: 'low' })
 * ```
 *
 * @throws AssayError `config` if the value is not such a model, or an option is invalid.
 */
export function fromAiSdk(model: AiSdkLanguageModel, options?: AiSdkModelOptions): LLMAdapter
export function fromAiSdk(model: AiSdkEmbeddingModel, options?: AiSdkEmbeddingOptions): EmbeddingAdapter
export function fromAiSdk(model: AiSdkModel, options: AiSdkModelOptions & AiSdkEmbeddingOptions = {}): LLMAdapter | EmbeddingAdapter {
  checkShape(model)
  // `openai.chat` and `openai.responses` both become `openai`, the name in the price table.
  const names = { provider: model.provider.split('.', 1)[0] ?? model.provider, modelId: model.modelId }
  return isLanguageModel(model) ? createLanguageModel(model, names, options) : createEmbeddingModel(model, names, options)
}

/** A judge with the given names. */
export function judgeOfAiSdk(model: unknown, names: AdapterNames, options: AiSdkModelOptions): LLMAdapter {
  checkShape(model)
  if (isLanguageModel(model)) return createLanguageModel(model, names, options)
  throw configError(`${names.provider}:${names.modelId} is not a language model.`)
}

export function embeddingOfAiSdk(model: unknown, names: AdapterNames, options: AiSdkEmbeddingOptions): EmbeddingAdapter {
  checkShape(model)
  if (isEmbeddingModel(model)) return createEmbeddingModel(model, names, options)
  throw configError(`${names.provider}:${names.modelId} is not an embedding model.`)
}

/** Untyped code may pass any value, and future versions of the specification may have other meanings. */
function checkShape(model: unknown): asserts model is AiSdkModel {
  if (typeof model === 'string') {
    throw configError(`fromAiSdk takes a model, and ${JSON.stringify(model)} is a name. Make the model by its package, as in google("…").`)
  }
  if (!isLanguageModel(model) && !isEmbeddingModel(model)) {
    throw configError('fromAiSdk takes a language model or an embedding model of the AI SDK, as in google("gemini-2.5-flash").')
  }
  const { specificationVersion: version, provider, modelId } = model
  if (VERSIONS.includes(version)) return
  throw configError(
    `The model ${provider}:${modelId} is of version ${JSON.stringify(version)} of the AI SDK’s specification; supported are ${VERSIONS.join(', ')}.`,
  )
}

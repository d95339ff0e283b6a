import { AssayError, type EmbeddingAdapter, type LLMAdapter } from '@assay/core'
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
 * A model of the AI SDK, made by any of its packages in versions 2 to 4 of the specification, as a judge or for embeddings. Nothing of
 * the SDK is loaded: the model is asked as it is, by its own connection.
 *
 * ```ts
 * // `google` of @ai-sdk/google
 * const judge = fromAiSdk(google('gemini-2.5-flash'), { reasoning: 'low' })
 * ```
 *
 * @throws AssayError `config` for what is no such model, and for options that cannot be meant.
 */
export function fromAiSdk(model: AiSdkLanguageModel, options?: AiSdkModelOptions): LLMAdapter
export function fromAiSdk(model: AiSdkEmbeddingModel, options?: AiSdkEmbeddingOptions): EmbeddingAdapter
export function fromAiSdk(model: AiSdkModel, options: AiSdkModelOptions & AiSdkEmbeddingOptions = {}): LLMAdapter | EmbeddingAdapter {
  checkShape(model)
  // `openai.chat` and `openai.responses` are of OpenAI, and so are the prices.
  const names = { provider: model.provider.split('.', 1)[0] ?? model.provider, modelId: model.modelId }
  return isLanguageModel(model) ? createLanguageModel(model, names, options) : createEmbeddingModel(model, names, options)
}

/** The same under the names by which a user named it. */
export function judgeOfAiSdk(model: unknown, names: AdapterNames, options: AiSdkModelOptions): LLMAdapter {
  checkShape(model)
  if (isLanguageModel(model)) return createLanguageModel(model, names, options)
  throw config(`${names.provider}:${names.modelId} is no language model.`)
}

export function embeddingOfAiSdk(model: unknown, names: AdapterNames, options: AiSdkEmbeddingOptions): EmbeddingAdapter {
  checkShape(model)
  if (isEmbeddingModel(model)) return createEmbeddingModel(model, names, options)
  throw config(`${names.provider}:${names.modelId} is no model for embeddings.`)
}

/** Code without types may pass anything, and of a version to come nobody knows what it means. */
function checkShape(model: unknown): asserts model is AiSdkModel {
  if (typeof model === 'string') {
    throw config(`fromAiSdk takes a model, and ${JSON.stringify(model)} is a name. Make the model by its package, as in google("…").`)
  }
  if (!isLanguageModel(model) && !isEmbeddingModel(model)) {
    throw config('fromAiSdk takes a language model or an embedding model of the AI SDK, as in google("gemini-2.5-flash").')
  }
  const { specificationVersion: version, provider, modelId } = model
  if (VERSIONS.includes(version)) return
  throw config(
    `The model ${provider}:${modelId} is of version ${JSON.stringify(version)} of the AI SDK’s specification; known are ${VERSIONS.join(', ')}.`,
  )
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}

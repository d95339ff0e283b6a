export type { AiSdkEmbeddingOptions } from './embedding.ts'
export { fromAiSdk } from './from-ai-sdk.ts'
export type { AiSdkModelOptions, AiSdkReasoning } from './model-options.ts'
export type { AiSdkEmbeddingModel, AiSdkLanguageModel } from './model-shape.ts'

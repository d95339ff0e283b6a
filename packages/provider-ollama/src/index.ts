export type { OllamaClient, OllamaConnectionOptions } from './connection.ts'
export type { OllamaEmbeddingOptions } from './embedding.ts'
export type { OllamaModelOptions } from './model-options.ts'
export { createOllama, ollama, type OllamaOptions, type OllamaProvider } from './ollama.ts'

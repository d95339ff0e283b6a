export type { OpenAICapabilities } from './capabilities.ts'
export type { OpenAIConnectionOptions } from './connection.ts'
export type { OpenAIModelOptions } from './model-options.ts'
export { createOpenAI, openai, type OpenAIOptions, type OpenAIProvider } from './openai.ts'

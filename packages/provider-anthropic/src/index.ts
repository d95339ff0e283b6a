export { anthropic, type AnthropicOptions, type AnthropicProvider, createAnthropic } from './anthropic.ts'
export type { AnthropicConnectionOptions } from './connection.ts'
export type { AnthropicModelOptions, AnthropicThinking } from './model-options.ts'

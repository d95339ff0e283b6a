import type { JsonObject } from '@assay/core'
import { expect, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'
import type { AnthropicModelOptions } from './model-options.ts'

const local = createAnthropic({ baseURL: 'http://localhost:1' })

test.each<[string, AnthropicModelOptions, string]>([
  [' ', {}, 'The model id is blank'],
  ['m', { temperature: Number.NaN }, 'temperature is NaN; it goes from 0 to 1'],
  ['m', { temperature: 1.1 }, 'temperature is 1.1'],
  ['m', { maxOutputTokens: 0 }, 'maxOutputTokens is 0; it must be a whole number above 0'],
  ['m', { thinking: { type: 'enabled', budget_tokens: 0.5 } }, 'thinking.budget_tokens is 0.5'],
  ['m', { extraBody: { messages: [] } }, 'extraBody cannot hold "messages". Use the call'],
  ['m', { extraBody: { stream: true } }, 'extraBody cannot hold "stream"'],
  ['m', { extraBody: { temperature: 1 } }, 'extraBody cannot hold "temperature". Use the option temperature'],
  ['m', { extraBody: { output_config: { format: {} } } }, 'extraBody cannot hold "output_config.format". Use capabilities'],
  ['m', { extraBody: { x: Number.NaN } }, 'extraBody holds a value that JSON cannot express'],
  ['m', { extraBody: { x: (() => 1) as unknown as JsonObject } }, 'extraBody holds a value that JSON cannot express'],
])('%j with %j is a config error when the model is named', (modelId, options, message) => {
  expect(() => local(modelId, options)).toThrow(expect.objectContaining({ kind: 'config', message: expect.stringContaining(message) }))
})

test('capabilities of a model override those of the server, which override those by name', () => {
  const provider = createAnthropic({ baseURL: 'http://localhost:1', capabilities: { temperature: true, structuredOutput: 'tool' } })
  const { capabilities } = provider('claude-opus-5', { capabilities: { structuredOutput: 'prompt' } })
  expect(capabilities).toMatchObject({ temperature: true, structuredOutput: 'prompt', seed: false })
})

import type { JsonObject } from '@assay/core'
import { expect, test } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI } from './openai.ts'

const local = createOpenAI({ baseURL: 'http://localhost:1/v1' })

test.each<[string, OpenAIModelOptions, string]>([
  [' ', {}, 'The model id is blank'],
  ['m', { temperature: Number.NaN }, 'temperature is NaN; it goes from 0 to 2'],
  ['m', { temperature: 2.1 }, 'temperature is 2.1'],
  ['m', { seed: 0.5 }, 'seed is 0.5; it must be a whole number'],
  ['m', { maxOutputTokens: 0 }, 'maxOutputTokens is 0; it must be a whole number above 0'],
  ['m', { extraBody: { messages: [] } }, 'extraBody cannot hold "messages". Use the call'],
  ['m', { extraBody: { stream: true } }, 'extraBody cannot hold "stream"'],
  ['m', { extraBody: { temperature: 1 } }, 'extraBody cannot hold "temperature". Use the option temperature'],
  ['m', { extraBody: { x: Number.NaN } }, 'extraBody holds a value that JSON cannot express'],
  ['m', { extraBody: { x: (() => 1) as unknown as JsonObject } }, 'extraBody holds a value that JSON cannot express'],
])('%j with %j is a config error when the model is named', (modelId, options, message) => {
  expect(() => local(modelId, options)).toThrow(expect.objectContaining({ kind: 'config', message: expect.stringContaining(message) }))
})

test('capabilities of a model override those of the server, which override those by name', () => {
  const provider = createOpenAI({ baseURL: 'http://localhost:1/v1', capabilities: { temperature: true, structuredOutput: 'tool' } })
  const { capabilities } = provider('gpt-5', { capabilities: { structuredOutput: 'prompt' } })
  expect(capabilities).toMatchObject({ temperature: true, structuredOutput: 'prompt', seed: true })
})

import { expect, test } from 'vitest'
import { parseBaseUrl } from './base-url.ts'
import { capabilitiesOf } from './capabilities.ts'

const openai = parseBaseUrl('https://api.openai.com/v1', 'baseURL')

test.each([
  'o1',
  'o3-mini',
  'o4-mini-2025-04-16',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5.1',
  'gpt-6',
  'GPT-10-nano',
  'openai/gpt-5-mini',
  'ft:o4-mini:org::id',
])('%s is known to refuse a temperature', (model) => {
  expect(capabilitiesOf(model, openai).temperature).toBe(false)
})

test.each(['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4', 'gpt-5-chat-latest', 'qwen3-32b', 'olmo-2', 'my-deployment', 'openai/gpt-oss-20b'])(
  '%s takes a temperature',
  (model) => {
    expect(capabilitiesOf(model, openai).temperature).toBe(true)
  },
)

test.each([
  ['gpt-4o', 'native'],
  ['gpt-4.1', 'native'],
  ['gpt-5', 'native'],
  ['qwen3-32b', 'native'],
  ['gpt-4o-2024-05-13', 'tool'],
  ['gpt-4-0613', 'tool'],
  ['gpt-4', 'tool'],
  ['gpt-4-turbo', 'tool'],
  ['gpt-3.5-turbo', 'tool'],
])('%s starts with output mode %s', (model, mode) => {
  expect(capabilitiesOf(model, openai).structuredOutput).toBe(mode)
})

test('capabilities set by the user override, and the result is frozen', () => {
  const capabilities = capabilitiesOf('gpt-5', openai, { temperature: true, maxTokensParameter: 'max_tokens', contextWindow: 8192 })
  expect(capabilities).toMatchObject({
    temperature: true,
    maxTokensParameter: 'max_tokens',
    contextWindow: 8192,
    structuredOutput: 'native',
  })
  expect(Object.isFrozen(capabilities)).toBe(true)
})

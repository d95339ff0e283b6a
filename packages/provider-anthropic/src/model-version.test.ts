import { expect, test } from 'vitest'
import { capabilitiesOf } from './capabilities.ts'
import { modelVersion } from './model-version.ts'

test.each([
  ['claude-3-5-sonnet-20241022', 305],
  ['claude-3-opus-20240229', 300],
  ['claude-3-7-sonnet-latest', 307],
  ['us.anthropic.claude-3-5-haiku-20241022-v1:0', 305],
  ['claude-opus-4-20250514', 400],
  ['claude-sonnet-4@20250514', 400],
  ['claude-opus-4-1-20250805', 401],
  ['claude-sonnet-4-5', 405],
  ['claude-haiku-4-5-20251001', 405],
  ['anthropic/claude-sonnet-4.6', 406],
  ['anthropic.claude-opus-4-6-v1', 406],
  ['Claude-Opus-4-8', 408],
  ['claude-opus-5', 500],
  ['claude-fable-5-2', 502],
  ['claude-sonnet-5-5', 505],
  ['claude-opus-10', 1000],
  ['claude-mythos-preview', undefined],
  ['my-deployment', undefined],
  ['', undefined],
])('%s is version %s', (model, version) => {
  expect(modelVersion(model)).toBe(version)
})

test.each([
  ['claude-3-5-sonnet-20241022', { structuredOutput: 'tool', temperature: true }],
  ['claude-opus-4-1-20250805', { structuredOutput: 'tool', temperature: true }],
  ['claude-sonnet-4-5', { structuredOutput: 'native', temperature: true }],
  ['claude-opus-4-6', { structuredOutput: 'native', temperature: true }],
  ['claude-opus-4-7', { structuredOutput: 'native', temperature: false }],
  ['claude-fable-5', { structuredOutput: 'native', temperature: false }],
  ['claude-fable-5-1', { structuredOutput: 'native', temperature: false }],
  ['claude-haiku-5-5', { structuredOutput: 'native', temperature: false }],
  ['my-deployment', { structuredOutput: 'native', temperature: false }],
])('%s is known to take %j; no model has a seed, all keep prompts and want a limit', (model, known) => {
  expect(capabilitiesOf(model)).toEqual({
    ...known,
    seed: false,
    promptCache: true,
    needsOutputLimit: true,
    serviceTiers: ['auto', 'standard_only'],
  })
})

test('capabilities set by the user override, and the result is frozen', () => {
  const capabilities = capabilitiesOf('claude-opus-5', { temperature: true, contextWindow: 8192 })
  expect(capabilities).toMatchObject({ temperature: true, contextWindow: 8192, structuredOutput: 'native' })
  expect(Object.isFrozen(capabilities)).toBe(true)
})

import type { LLMAdapter, LLMCall } from '@assay/core'
import { expect, test } from 'vitest'
import { mostOfCall } from './most-tokens.ts'

const capabilities: LLMAdapter['capabilities'] = { structuredOutput: 'native', temperature: true, seed: true }
const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }], maxOutputTokens: 500 }
const { maxOutputTokens: _none, ...unlimited } = call

test.each([
  ['the limit of the call', {}, call, undefined, 500],
  ['that and what an adapter allows for thinking', { thinking: { budget_tokens: 200 } }, call, undefined, 700],
  ['the limit that was sent in its place', {}, call, 100, 100],
  ['what the user set, before any of these', { maxOutputTokens: 9 }, call, 'none', 9],
  ['as much as any model writes, where the server takes no limit', {}, call, 'none', 131_072],
  ['unknown, where nobody has set a limit', {}, unlimited, undefined, null],
] as const)('a reply takes at most %s', (_what, fingerprint, asked, sentLimit, most) => {
  expect(mostOfCall({ fingerprint, capabilities }, asked, sentLimit).outputTokens).toBe(most)
})

test('a known window bounds a reply without a limit', () => {
  const windowed = { fingerprint: {}, capabilities: { ...capabilities, contextWindow: 8192 } }
  expect(mostOfCall(windowed, call, 'none').outputTokens).toBe(8192)
})

import { expect, test } from 'vitest'
import { sendableKey } from './sendable-key.ts'

const asked = { provider: 'openai', modelId: 'm' }

test('a key that headers carry is taken as it is', () => {
  for (const key of ['sk-abc_123.~+/=', 'with space', 'clé']) expect(sendableKey(key, 'KEY', asked)).toBe(key)
})

test.each([
  ['sk-abc…xyz', 7, 'U+2026'],
  ['“sk-abc”', 1, 'U+201C'],
  ['sk\u200b', 3, 'U+200B'],
  ['sk-a\nsk-b', 5, 'U+000A'],
  ['sk😀', 3, 'U+1F600'],
])('%j is auth, by place and character, and no word of the key', (key, place, character) => {
  const fail = (): unknown => sendableKey(key, 'OPENAI_API_KEY', asked)
  expect(fail).toThrow(
    expect.objectContaining({
      kind: 'auth',
      message: `openai:m was not asked: character ${place} of OPENAI_API_KEY is ${character}, which no HTTP header carries. Copy the key again.`,
    }),
  )
})

import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test('a slip of the keyboard finds its name, case aside', () => {
  expect(nearestName('refrence', ['reference', 'response'])).toBe('reference')
  expect(nearestName('OpenAi', ['openai', 'lexical'])).toBe('openai')
})

test('something else altogether finds nothing', () => {
  expect(nearestName('bananas', ['openai', 'lexical'])).toBeUndefined()
  expect(nearestName('x', [])).toBeUndefined()
})

test('what is far too long for a name is near to none, and costs nothing', () => {
  expect(nearestName('x'.repeat(10_000_000), ['reference'])).toBeUndefined()
  expect(nearestName('refrence', ['y'.repeat(10_000_000), 'reference'])).toBe('reference')
})

test('a beginning finds the only name that has it, if it is long enough to mean one', () => {
  expect(nearestName('contain', ['levenshtein', 'containment'])).toBe('containment')
  expect(nearestName('non-llm-context', ['non-llm-context-recall', 'non-llm-context-precision'])).toBeUndefined()
  expect(nearestName('con', ['levenshtein', 'containment'])).toBeUndefined()
})

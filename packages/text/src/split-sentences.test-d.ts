import { expectTypeOf, test } from 'vitest'
import { type SentenceUnit, splitSentences } from './split-sentences.ts'

test('a unit cannot be changed', () => {
  expectTypeOf(splitSentences('')).toEqualTypeOf<SentenceUnit[]>()
  expectTypeOf<SentenceUnit>().toEqualTypeOf<Readonly<{ text: string; start: number; end: number }>>()
})

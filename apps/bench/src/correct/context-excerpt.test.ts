import { expect, test } from 'vitest'
import { contextExcerpt } from './context-excerpt.ts'

test('contexts that fit are shown whole, numbered as in the row; blank and repeated ones are left out', () => {
  expect(contextExcerpt(['One. ', ' ', 'Two.', 'One. '], 'Any claim.', 100)).toBe('[1] One.\n\n[3] Two.')
})

test('of long ones the sentences stay that share words with the claim, in their order, and what is left out is marked', () => {
  const filler = 'The weather was mild that year and many people went out to walk. '.repeat(20)
  const shown = contextExcerpt(
    [`${filler}Oslo lies on a fjord. ${filler}`, `The capital of Norway is Oslo. ${filler}`],
    'Oslo, the capital of Norway, lies on a fjord.',
    70,
  )
  expect(shown).toBe('[1] […] Oslo lies on a fjord. […]\n\n[2] The capital of Norway is Oslo. […]')
})

test('a text without sentences is shortened all the same', () => {
  const shown = contextExcerpt([`${'word '.repeat(1000)}fjord ${'word '.repeat(1000)}`], 'A fjord.', 500)
  expect(shown.length).toBeLessThan(520)
  expect(shown).toContain('fjord')
})

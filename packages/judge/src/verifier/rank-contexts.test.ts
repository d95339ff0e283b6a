import { expect, test } from 'vitest'
import { rankContexts } from './rank-contexts.ts'

const pieces = ['The mill of Brenn.', 'The mill stands.', 'The Orle.', 'Nothing.', 'the mill'].map((text, index) => ({
  text,
  index,
  offset: 0,
}))
const ranked = (...claims: string[]): number[] =>
  rankContexts(
    claims.map((text, at) => ({ id: `c${at}`, text })),
    pieces,
  ).map(({ index }) => index)

test('pieces come by the words they share with a claim, rare words weighing more, equals in their order', () => {
  expect(ranked('The mill is in Brenn')).toEqual([0, 1, 4, 2])
  expect(ranked('ORLE mill')).toEqual([2, 0, 1, 4])
})

test('several claims choose by turns', () => {
  expect(ranked('the mill in Brenn', 'the Orle')).toEqual([0, 2, 1, 4])
})

test('what shares no word is not ranked', () => {
  expect(ranked('Paris')).toEqual([])
})

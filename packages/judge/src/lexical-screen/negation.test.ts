import { wordTokens } from '@assay/text'
import { expect, test } from 'vitest'
import { negatesAlone, oneSidedNegation, polarityOf } from './negation.ts'

const negates = (one: string, other: string): boolean => negatesAlone(polarityOf(wordTokens(one)), polarityOf(wordTokens(other)))

test.each([
  ['The drug is not safe.', 'The drug is safe.', true],
  ["The drug isn't safe.", 'The drug is safe.', true],
  ['The drug was never safe.', 'The drug is not safe.', false],
  ['The drug is safe.', 'The drug is not safe.', false],
  ['No cat was seen near the drug.', 'Dogs bark.', false],
  ['The house stood empty for years, not because the drug was safe.', 'The house stood there.', false],
])('%s against: %s', (one, other, expected) => {
  expect(negates(one, other)).toBe(expected)
})

test.each([
  ['The drug was sold without approval.', 'The drug has approval.', { negation: 'without', word: 'approval' }],
  ["The drug isn't safe.", 'It is safe.', { negation: "isn't", word: 'safe' }],
  ['He approved of none.', 'An approval was given.', { negation: 'none', word: 'approved' }],
  ['It fails.', 'Failing is common.', { negation: 'fails', word: 'fails' }],
  ['The drug was never safe.', 'The drug is not safe.', undefined],
])('%s against: %s names what it rests on', (one, other, expected) => {
  const sentence = polarityOf(wordTokens(other))
  expect(oneSidedNegation(wordTokens(one), sentence)).toEqual(expected)
  expect(negates(one, other)).toBe(expected !== undefined)
})

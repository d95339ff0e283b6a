import { expect, test } from 'vitest'
import { segmentedWords } from './segmented-words.ts'
import { wordTokens } from './word-tokens.ts'

test('word tokens are lower-cased runs of letters, marks and digits, repeats kept', () => {
  expect(wordTokens("The U.S. hasn't 3.5 the")).toEqual(['the', 'u', 's', 'hasn', 't', '3', '5', 'the'])
})

test('combining marks stay in their word', () => {
  expect(wordTokens('हिन्दी cafe\u0301')).toEqual(['हिन्दी', 'cafe\u0301'])
})

test('a text without letters or digits has no words', () => {
  expect(wordTokens('… — !')).toEqual([])
  expect(segmentedWords('… — !')).toEqual([])
})

test('Japanese is one token by runs, several by dictionary', () => {
  expect(wordTokens('東京は日本の首都です')).toEqual(['東京は日本の首都です'])
  expect(segmentedWords('東京は日本の首都です')).toEqual(['東京', 'は', '日本', 'の', '首都', 'です'])
})

test('words by dictionary are lower-cased too', () => {
  expect(segmentedWords("Don't STOP")).toEqual(["don't", 'stop'])
})

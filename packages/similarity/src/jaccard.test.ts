import { expect, test } from 'vitest'
import { bleu } from './bleu.ts'
import { jaccard } from './jaccard.ts'
import { rougeLRecall } from './rouge-l-recall.ts'
import { tokenOverlap } from './token-overlap.ts'

test('tokens count once, whatever their case and what stands between them', () => {
  expect(jaccard('The cat. The mat!', 'the MAT (a dog)')).toBe(2 / 5)
  expect(jaccard('Paris', 'paris')).toBe(1)
  expect(jaccard('!', '?')).toBe(0)
})

test('words are not stemmed', () => {
  expect(jaccard('cats', 'cat')).toBe(0)
})

test('a sentence without spaces is one token, or the words of a dictionary under another id', () => {
  const [a, b] = ['私は東京に住んでいます。', '私は京都に住んでいます。']
  for (const similarity of [jaccard, tokenOverlap, rougeLRecall, bleu]) {
    expect(similarity(a, b)).toBe(0)
    expect(similarity.words(a, b)).toBeGreaterThan(0.3)
    expect(similarity.words.id).toBe(`${similarity.id}-words`)
    expect(similarity.words.raw.id).toBe(`${similarity.id}-words-raw`)
  }
})

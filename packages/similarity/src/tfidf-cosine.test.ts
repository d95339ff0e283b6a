import { directRuntime } from '@assay/core'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { tfidfCosine } from './tfidf-cosine.ts'

const row = ['the cat sat', 'the dog sat', 'the mat']

test('by hand: words that fewer texts of the row hold weigh more', async () => {
  const compare = await tfidfCosine.prepare(row, directRuntime())
  const [one, two] = [Math.log(4 / 2) + 1, Math.log(4 / 3) + 1]
  // "the" is in all three texts: weight 1; "sat" in two; "cat", "dog" and "mat" in one.
  expect(compare('the cat sat', 'the dog sat')).toBeCloseTo((1 + two * two) / (1 + two * two + one * one), 15)
  expect(compare('the mat', 'the dog sat')).toBeCloseTo(1 / Math.sqrt((1 + one * one) * (1 + two * two + one * one)), 15)
})

test('of two texts alone, the row is these two', async () => {
  const compare = await tfidfCosine.prepare(row.slice(0, 2), directRuntime())
  expect(tfidfCosine('the cat sat', 'the dog sat')).toBe(compare('the cat sat', 'the dog sat'))
})

test('another text in the row changes the similarity, a repeated one does not', async () => {
  const [a = '', b = ''] = row
  const of = async (texts: readonly string[]): Promise<number> => (await tfidfCosine.prepare(texts, directRuntime()))(a, b)
  expect(await of([a, b, a, b])).toBe(await of([a, b]))
  expect(await of([a, b, 'sat down'])).not.toBe(await of([a, b]))
})

test('the raw form takes spellings as they are', async () => {
  const texts = ['caf\u00e9', 'cafe\u0301']
  expect((await tfidfCosine.prepare(texts, directRuntime()))('caf\u00e9', 'cafe\u0301')).toBe(1)
  expect((await tfidfCosine.raw.prepare(texts, directRuntime()))('caf\u00e9', 'cafe\u0301')).toBe(0)
})

test('the order of words and of the row changes nothing, to the last digit', async () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(words, words, words, async (a, b, c) => {
      const [one, other, more] = [a.join(' '), b.join(' '), c.join(' ')]
      const there = await tfidfCosine.prepare([one, other, more], directRuntime())
      const back = await tfidfCosine.prepare([more, other, one], directRuntime())
      expect(back(one, other)).toBe(there(one, other))
      expect(tfidfCosine(one, `${a.toReversed().join(', ')}.`)).toBe(1)
    }),
  )
})

import { containment, tfidfCosine } from '@assay/similarity'
import { expect, test } from 'vitest'
import { makeChunkPairs } from './make-chunk-pairs.ts'
import { measurePairs } from './measure-pairs.ts'
import { readCorpus, readQuestions } from './read-questions.ts'

const pairs = makeChunkPairs(readQuestions().slice(0, 20), readCorpus())

test('containment tells chunks of a passage from other passages', async () => {
  const { auc, shares, ofOthers, ofChunks } = await measurePairs(containment, pairs)
  expect(auc).toBeGreaterThan(0.98)
  expect(shares.right.get('joined')).toBe(1)
  expect(ofChunks[1]).toBe(1)
  expect(ofOthers[1]).toBeLessThan(ofChunks[0])
})

test('the threshold comes from one half of the questions, and does not see the other', async () => {
  const second = new Set([...new Set(pairs.map(({ question }) => question))].filter((_, place) => place % 2 === 1))
  const spoiled = pairs.map((pair) => (second.has(pair.question) && pair.kind === 'other' ? { ...pair, retrieved: pair.reference } : pair))
  const [plain, other] = [await measurePairs(containment, pairs), await measurePairs(containment, spoiled)]
  expect(other.threshold).toBe(plain.threshold)
  expect(other.shares.right.get('other')).toBe(0)
})

test('a measure that looks at the whole row gets it', async () => {
  const alone = pairs.map((pair) => ({ ...pair, row: [pair.reference, pair.retrieved] }))
  expect((await measurePairs(tfidfCosine, pairs)).ofOthers).not.toEqual((await measurePairs(tfidfCosine, alone)).ofOthers)
})

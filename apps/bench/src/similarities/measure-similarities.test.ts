import type { SimilarityFn } from '@assay/core'
import { containment, levenshtein, tfidfCosine } from '@assay/similarity'
import { expect, test } from 'vitest'
import { makeChunkPairs } from '../chunk-pairs/make-chunk-pairs.ts'
import { readCorpus, readQuestions } from '../chunk-pairs/read-questions.ts'
import { fromChunkPair, type LabelledPair } from './labelled-pair.ts'
import { measureSimilarities, type SimilarityReport } from './measure-similarities.ts'

const pairs = makeChunkPairs(readQuestions().slice(0, 20), readCorpus()).map(fromChunkPair)

async function measured(similarity: SimilarityFn, of: readonly LabelledPair[]): Promise<SimilarityReport> {
  const [report] = await measureSimilarities([{ id: 'it', similarity }], of)
  if (report === undefined) throw new Error('one measure gives one report')
  return report
}

test('containment tells chunks of a passage from other passages', async () => {
  const { auc, right, others, alike } = await measured(containment, pairs)
  expect(auc).toBeGreaterThan(0.98)
  expect(right['joined']).toBe(1)
  expect(alike?.[1]).toBe(1)
  expect(others?.[1]).toBeLessThan(alike?.[0] ?? 0)
})

test('the threshold comes from one half of the groups, and does not see the other', async () => {
  const second = new Set([...new Set(pairs.map(({ group }) => group))].filter((_, place) => place % 2 === 1))
  const spoiled = pairs.map((pair) => (second.has(pair.group) && pair.label === 0 ? Object.assign({}, pair, { b: pair.a }) : pair))
  const [plain, other] = [await measured(containment, pairs), await measured(containment, spoiled)]
  expect(other.threshold).toBe(plain.threshold)
  expect(other.right['other']).toBe(0)
})

test('a measure that looks at the whole row gets it', async () => {
  const alone = pairs.map((pair) => Object.assign({}, pair, { row: [pair.a, pair.b] }))
  expect((await measured(tfidfCosine, pairs)).others).not.toEqual((await measured(tfidfCosine, alone)).others)
})

test('how far a measure is can be followed, over both halves or the one that is needed', async () => {
  const told: string[] = []
  const onPair = (id: string, compared: number, of: number): number => told.push(`${id} ${compared} of ${of}`)
  await measureSimilarities([{ id: 'it', similarity: containment }], pairs, { onPair })
  expect([told.length, told[0], told.at(-1)]).toEqual([
    pairs.length,
    `it 0 of ${pairs.length}`,
    `it ${pairs.length - 1} of ${pairs.length}`,
  ])
  told.length = 0
  await measureSimilarities([{ id: 'it', similarity: containment }], pairs, { onPair, at: 0.5 })
  expect(told.at(-1)).toBe(`it ${told.length - 1} of ${told.length}`)
})

test('speed is a multiple of what levenshtein takes for the same pairs', async () => {
  let spent = 0
  const cpu = (): number => {
    spent += 100
    return spent
  }
  const slow = (): number => {
    spent += 3
    return 0.5
  }
  const [lev, other] = await measureSimilarities(
    [
      { id: 'levenshtein', similarity: levenshtein },
      { id: 'slow', similarity: slow },
    ],
    pairs,
    { cpu },
  )
  const groups = new Set([...new Set(pairs.map(({ group }) => group))].filter((_, place) => place % 2 === 1))
  const reported = pairs.filter(({ group }) => groups.has(group)).length
  expect(lev?.timesLevenshtein).toBe(1)
  expect(other?.timesLevenshtein).toBeCloseTo(1 + (3 * reported) / 100, 12)
})

import { describe, expect, test } from 'vitest'
import { nonLlmContextPrecision } from './non-llm-context-precision.ts'
import { nonLlmContextRecall } from './non-llm-context-recall.ts'
import { createPairMemo } from './pair-memo.ts'

describe('the same texts in many rows', () => {
  const passages = Array.from({ length: 12 }, (_, at) => `Passage ${at} tells of ${'abcdefghijkl'.charAt(at).repeat(9)}.`)
  const rows = Array.from({ length: 60 }, (_, row) => ({
    referenceContexts: [`${passages[row % 12]}!`],
    retrievedContexts: [0, 1, 2, 3].map((step) => passages[(row * step) % 12] ?? ''),
  }))
  const pairs = new Set(rows.flatMap((row) => row.retrievedContexts.map((retrieved) => `${row.referenceContexts[0]} ${retrieved}`)))

  test.each([
    ['at once', (value: number): number | Promise<number> => value],
    ['later', (value: number) => Promise.resolve(value)],
  ])('a pair is compared once, row after row and with rows in flight together, by a function that answers %s', async (_when, given) => {
    for (const metricOf of [nonLlmContextRecall, nonLlmContextPrecision]) {
      const calls: string[] = []
      const similarity = (a: string, b: string): number | Promise<number> => {
        calls.push(`${a} ${b}`)
        return given(a === `${b}!` ? 0.25 : 0.5)
      }
      const [metric, fresh] = [metricOf({ similarity, threshold: 0.6 }), () => metricOf({ similarity, threshold: 0.6 })]
      const together = await Promise.all(rows.map((row) => metric.score(row)))
      for (const [at, row] of rows.entries()) expect(await metric.score(row)).toEqual(together[at])
      expect(calls).toHaveLength(new Set(calls).size)
      expect(new Set(calls)).toEqual(pairs)
      for (const [at, row] of rows.entries()) expect((await fresh().score(row)).value).toBe(together[at]?.value)
    }
  })

  test('a failure is not remembered', async () => {
    let calls = 0
    const similarity = (): Promise<number> => {
      calls += 1
      return calls === 1 ? Promise.reject(new RangeError('not yet')) : Promise.resolve(1)
    }
    const metric = nonLlmContextRecall({ similarity })
    const row = { referenceContexts: ['a'], retrievedContexts: ['b'] }
    await expect(metric.score(row)).rejects.toThrow('not yet')
    expect((await metric.score(row)).value).toBe(1)
  })

  test('where a similarity depends on the row, nothing is carried over', async () => {
    const similarity = Object.assign(() => Number.NaN, {
      id: 'row',
      prepare: (texts: readonly string[]) => Promise.resolve(() => 1 / texts.length),
    })
    const metric = nonLlmContextRecall({ similarity })
    expect((await metric.score({ referenceContexts: ['a'], retrievedContexts: ['b', 'c'] })).value).toBe(0)
    expect((await metric.score({ referenceContexts: ['a'], retrievedContexts: ['b'] })).value).toBe(1)
  })
})

describe('the memo is bounded', () => {
  test('in text: a full half forgets what was not used, and never gives its id to another text', () => {
    const memo = createPairMemo(10, 100)
    const ids = ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff'].map(memo.idOf)
    expect(new Set(ids).size).toBe(6)
    expect(memo.idOf('ffff')).toBe(ids[5])
    expect(memo.idOf('cccc')).toBe(ids[2])
    expect(memo.idOf('aaaa')).toBe(6)
  })

  test('in ids: when all are given, every text gets a new one, and what was known under the old ones is no longer there', () => {
    const memo = createPairMemo(100, 100, 3)
    const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map(memo.idOf)
    memo.set(a, b, 0.25)
    memo.set(b, c, 0.5)
    expect([memo.get(a, b), memo.get(b, a), memo.get(b, c)]).toEqual([0.25, undefined, 0.5])
    const d = memo.idOf('d')
    expect([memo.get(a, b), memo.get(b, c), memo.get(a, d)]).toEqual([undefined, undefined, undefined])
    memo.set(a, d, 1)
    expect(memo.get(a, d)).toBeUndefined()
    expect(new Set([a, b, c, d, memo.idOf('a'), memo.idOf('b')]).size).toBe(6)
    memo.set(d, memo.idOf('a'), 0.75)
    expect(memo.get(d, memo.idOf('a'))).toBe(0.75)
  })

  test('in pairs: the last ones are there, and one that is used stays', () => {
    const memo = createPairMemo(10, 4)
    for (let pair = 0; pair < 1000; pair += 1) {
      memo.set(0, pair, pair)
      expect(memo.get(0, 0)).toBe(0)
    }
    const kept = Array.from({ length: 1000 }, (_, pair) => pair).filter((pair) => memo.get(0, pair) !== undefined)
    expect(kept.length).toBeLessThanOrEqual(9)
    expect(kept).toContain(999)
  })
})

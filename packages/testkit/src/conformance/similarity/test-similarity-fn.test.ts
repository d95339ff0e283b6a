import type { SimilarityFn } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { runChecks } from '../conformance-check.ts'
import { testSimilarityFn } from './test-similarity-fn.ts'

/** Characters that both texts have, as a share: exact, symmetric, and 1 only for the same set. */
function shared(a: string, b: string): number {
  const [one, two] = [new Set(a), new Set(b)]
  const either = new Set([...one, ...two]).size
  return either === 0 ? 1 : [...one].filter((char) => two.has(char)).length / either
}

async function failedNames(similarity: SimilarityFn): Promise<string[]> {
  const results = await runChecks(testSimilarityFn(similarity, { pairs: [['Oslo', 'Bergen']] }))
  return results.flatMap(({ name, fault }) => (fault === undefined ? [] : [name]))
}

const normalized = (a: string, b: string): number => shared(a.normalize(), b.normalize())
const whole: SimilarityFn = Object.assign((a: string, b: string) => normalized(a, b), {
  id: 'shared',
  version: '1',
  atLeast: (a: string, b: string, threshold: number) => normalized(a, b) >= threshold,
  prepare: async () => (a: string, b: string) => normalized(a, b),
  raw: Object.assign((a: string, b: string) => shared(a, b), { id: 'shared-raw', version: '1' }),
})

describe('a similarity function that keeps the contract passes every check', () => {
  for (const { name, run } of testSimilarityFn(whole)) test(name, run)
  test('a bare and an asynchronous function, too', async () => {
    expect(await failedNames(shared)).toEqual([])
    expect(await failedNames(async (a, b) => shared(a, b))).toEqual([])
  })
})

test.each<[string, SimilarityFn, RegExp]>([
  ['NaN for two empty texts', (a, b) => shared(a, b) + (a + b === '' ? Number.NaN : 0), /never NaN/],
  ['a percentage', (a, b) => 100 * shared(a, b), /in \[0, 1\]/],
  [
    'another number the second time',
    (() => {
      let n = 0
      return () => 1 / (n += 1)
    })(),
    /twice the same/,
  ],
  ['almost 1 for a text and itself', (a, b) => (a === b ? 0.999_999_999 : 0), /exactly 1/],
  ['an id without a version', Object.assign((a: string, b: string) => shared(a, b), { id: 'shared' }), /has a version/],
  [
    'atLeast that means above',
    Object.assign((a: string, b: string) => shared(a, b), { atLeast: (a: string, b: string, t: number) => shared(a, b) > t }),
    /atLeast/,
  ],
  [
    'atLeast that forgives an ulp',
    Object.assign((a: string, b: string) => shared(a, b), { atLeast: (a: string, b: string, t: number) => shared(a, b) >= t - 1e-12 }),
    /atLeast/,
  ],
  ['prepare that measures otherwise', Object.assign((a: string, b: string) => shared(a, b), { prepare: async () => () => 1 }), /prepared/],
  [
    'raw that is another measure',
    Object.assign((a: string, b: string) => normalized(a, b), { raw: (a: string, b: string) => (a === b ? 1 : 0) }),
    /^raw: agrees/,
  ],
])('%s is found', async (_flaw, similarity, name) => {
  expect(await failedNames(similarity)).toEqual(expect.arrayContaining([expect.stringMatching(name)]))
})

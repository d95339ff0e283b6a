import { AssayError, createDirectRuntime, directRuntime, type EmbeddingAdapter, noUsage } from '@assay/core'
import { testSimilarityFn } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { embeddingSimilarity } from './embedding-similarity.ts'

/** A model that knows the vectors of a few texts, and records the texts of each request. */
function modelOf(
  vectors: Readonly<Record<string, readonly number[]>>,
  options: Partial<EmbeddingAdapter> = {},
): EmbeddingAdapter & { requested: string[][] } {
  const requested: string[][] = []
  return {
    specificationVersion: 'v1',
    provider: 'test',
    modelId: 'letters:2',
    fingerprint: { adapter: 'test', model: 'letters:2' },
    maxBatch: 100,
    async doEmbed(texts) {
      requested.push([...texts])
      return {
        vectors: texts.map((text) => (Object.hasOwn(vectors, text) ? vectors[text]! : [text.length, text.codePointAt(0) ?? 0])),
        usage: { ...noUsage, calls: 1 },
      }
    },
    ...options,
    requested,
  }
}

describe('is a SimilarityFn', () => {
  for (const { name, run } of testSimilarityFn(embeddingSimilarity(modelOf({})))) test(name, run)
})

test('the cosine, cut to [0, 1]', async () => {
  const similarity = embeddingSimilarity(modelOf({ east: [2, 0], north: [0, 3], west: [-1, 0], between: [3, 4] }))
  expect(await similarity('east', 'north')).toBe(0)
  expect(await similarity('east', 'west')).toBe(0)
  expect(await similarity('east', 'between')).toBe(0.6)
})

test('a vector of zeros has nothing in common with another one, also where both are', async () => {
  const similarity = embeddingSimilarity(modelOf({ a: [0, 0], b: [1, 0], c: [0, 0] }))
  expect([await similarity('a', 'b'), await similarity('a', 'c'), await similarity('a', 'a')]).toEqual([0, 0, 1])
})

test('very large and very small vectors keep their angle', async () => {
  const similarity = embeddingSimilarity(modelOf({ a: [3e200, 4e200], b: [3e-200, 4e-200], c: [1, 0] }))
  expect(await similarity('a', 'b')).toBe(1)
  expect(await similarity('a', 'c')).toBe(0.6)
})

test("a row's different texts are embedded at once, empty ones not at all", async () => {
  const model = modelOf({ a: [1, 0], b: [0, 1] })
  const compare = await embeddingSimilarity(model).prepare(['a', 'b', 'a', ''], createDirectRuntime())
  expect([compare('a', 'b'), compare('a', ''), compare('', '')]).toEqual([0, 0, 1])
  expect(model.requested).toEqual([['a', 'b']])
})

test('equal texts need no model', async () => {
  const model = modelOf({})
  expect(await embeddingSimilarity(model)('é', 'e\u0301')).toBe(1)
  expect(model.requested).toEqual([])
})

test('the raw form sends texts as they are', async () => {
  const model = modelOf({})
  const { raw, prepare } = embeddingSimilarity(model)
  await raw.prepare?.(['e\u0301', 'a'], directRuntime())
  await prepare(['e\u0301', 'a'], directRuntime())
  expect(model.requested).toEqual([
    ['e\u0301', 'a'],
    ['é', 'a'],
  ])
})

test('id and version name model and fingerprint', () => {
  const [small, large] = [embeddingSimilarity(modelOf({})), embeddingSimilarity(modelOf({}, { fingerprint: { dimensions: 256 } }))]
  expect(small.id).toBe('embedding:test:letters:2')
  expect(small.version).toMatch(/^1-[0-9a-f]{6}$/)
  expect(large.version).not.toBe(small.version)
})

test.each([
  ['of another length', [1, 2, 3], /2 and 3 entries/],
  ['without entries', [], /2 and 0 entries/],
  ['with NaN', [Number.NaN, 1], /finite numbers/],
  ['with an infinite number', [1, Number.POSITIVE_INFINITY], /finite numbers/],
])('a vector %s is an invalid reply', async (_what, vector, message) => {
  const thrown: unknown = await embeddingSimilarity(modelOf({ b: vector }))('a', 'b').catch((error: unknown) => error)
  expect(AssayError.is(thrown) && thrown.kind).toBe('invalid_reply')
  expect(String(thrown)).toMatch(message)
})

test('a text that was not prepared is a mistake of the program', async () => {
  const compare = await embeddingSimilarity(modelOf({})).prepare(['a', 'b'], directRuntime())
  expect(() => compare('a', 'c')).toThrow(expect.objectContaining({ kind: 'config' }))
})

import { AssayError, createDirectRuntime, type Embedded, type EmbeddingAdapter, type SimilarityFn, Suspended } from '@assay/core'
import { levenshtein } from '@assay/similarity'
import { describe, expect, test } from 'vitest'
import { nonLlmContextRecall, type NonLlmRecallDetail } from './non-llm-context-recall.ts'

const sample = { referenceContexts: ['alpha', 'omega'], retrievedContexts: ['alpha beta', 'gamma'] }
const sharesStart = (a: string, b: string): number => (b.startsWith(a) ? 1 : 0.25)
const answersLater = (a: string, b: string): Promise<number> => Promise.resolve(sharesStart(a, b))
const throws = (): number => {
  throw new RangeError('called')
}

describe('any function is a similarity', () => {
  test('it gets the reference context first', async () => {
    const score = await nonLlmContextRecall({ similarity: sharesStart }).score(sample)
    expect(score).toMatchObject({
      value: 0.5,
      detail: {
        contexts: [
          { index: 0, matched: true, retrieved: 0, similarity: 1 },
          { index: 1, matched: false, retrieved: null, similarity: 0.25 },
        ],
      },
    })
    expect(score.reason).toBe(
      '1 of 2 reference contexts have a retrieved context that is similar enough (custom:sharesStart of at least 0.5).',
    )
  })

  test('it may answer later', async () => {
    expect((await nonLlmContextRecall({ similarity: answersLater }).score(sample)).value).toBe(0.5)
  })

  test('it gets texts in NFC, or as they are', async () => {
    const seen: string[] = []
    const similarity = (a: string, b: string): number => seen.push(a, b) && 1
    const row = { referenceContexts: ['e\u0301'], retrievedContexts: ['o\u0308'] }
    await nonLlmContextRecall({ similarity }).score(row)
    await nonLlmContextRecall({ similarity, normalize: false }).score(row)
    expect(seen).toEqual(['é', 'ö', 'e\u0301', 'o\u0308'])
  })

  test('a row without contexts to compare never calls it', async () => {
    const metric = nonLlmContextRecall({ similarity: throws })
    expect((await metric.score({ referenceContexts: ['a'], retrievedContexts: [' '] })).value).toBe(0)
    expect(await metric.score({ referenceContexts: [' '], retrievedContexts: ['a'] })).toMatchObject({ cause: 'empty_reference' })
  })

  test('equal texts are compared once', async () => {
    let calls = 0
    const similarity = (): number => {
      calls += 1
      return 0
    }
    await nonLlmContextRecall({ similarity }).score({ referenceContexts: ['a', 'a'], retrievedContexts: ['b', 'b', 'c'] })
    expect(calls).toBe(2)
  })
})

describe('atLeast', () => {
  const thresholds: number[] = []
  const similarity: SimilarityFn = Object.assign((a: string, b: string) => sharesStart(a, b), {
    id: 'shares-start',
    version: '1',
    atLeast: (a: string, b: string, threshold: number) => thresholds.push(threshold) > 0 && sharesStart(a, b) >= threshold,
  })

  test('decides without a similarity for contexts that do not reach the threshold', async () => {
    const score = await nonLlmContextRecall({ similarity }).score(sample)
    expect(score.detail?.contexts?.map(({ similarity: shown }) => shown)).toEqual([1, null])
  })

  test('gets the next double above the threshold where strict', async () => {
    thresholds.length = 0
    await nonLlmContextRecall({ similarity, threshold: 0.25 }).score(sample)
    expect(new Set(thresholds)).toEqual(new Set([0.25]))
    thresholds.length = 0
    const score = await nonLlmContextRecall({ similarity, threshold: 0.25, strict: true }).score(sample)
    expect(new Set(thresholds)).toEqual(new Set([0.25 + 2 ** -54]))
    expect(score.value).toBe(0.5)
  })

  test('that disagrees with the similarity is refused', async () => {
    const lying = Object.assign((): number => 0.1, { id: 'lying', version: '1', atLeast: () => true })
    await expect(nonLlmContextRecall({ similarity: lying }).score(sample)).rejects.toMatchObject({
      kind: 'config',
      message:
        'The similarity function lying@1 gave 0.1 for reference context 0 and retrieved context 0, but its atLeast says that it reaches 0.5. Both must say the same.',
    })
  })
})

describe('a function that breaks its contract', () => {
  test.each<[unknown]>([[Number.NaN], [-0.1], [1.000_000_1], [Number.POSITIVE_INFINITY], [undefined], ['0.5']])(
    '%s is refused as a mistake of the program, naming function and value',
    async (value) => {
      for (const given of [value, Promise.resolve(value)]) {
        const brokenMeasure = (() => given) as SimilarityFn
        const thrown: unknown = await nonLlmContextRecall({
          similarity: Object.defineProperty(brokenMeasure, 'name', { value: 'brokenMeasure' }),
        })
          .score(sample)
          .catch((error: unknown) => error)
        expect(AssayError.is(thrown) && thrown.kind).toBe('config')
        expect(String(thrown)).toContain(`custom:brokenMeasure gave ${String(value)} for reference context 0 and retrieved context 0`)
      }
    },
  )

  test('an exception of its own passes through', async () => {
    await expect(nonLlmContextRecall({ similarity: throws }).score(sample)).rejects.toThrow(RangeError)
  })
})

describe('a function that prepares its row', () => {
  const adapter: EmbeddingAdapter = {
    specificationVersion: 'v1',
    provider: 'test',
    modelId: 'letters',
    fingerprint: { provider: 'test' },
    maxBatch: 100,
    doEmbed: (texts): Promise<Embedded> =>
      Promise.resolve({
        vectors: texts.map((text) => [text.length]),
        usage: { calls: 1, inputTokens: texts.length, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
      }),
  }
  const byLength: SimilarityFn = Object.assign((): number => Number.NaN, {
    id: 'length',
    version: '1',
    prepare: async (texts: readonly string[], runtime: Parameters<NonNullable<SimilarityFn['prepare']>>[1]) => {
      const { vectors } = await runtime.embed(adapter, texts)
      const lengths = new Map(texts.map((text, index) => [text, vectors[index]?.[0]]))
      return (a: string, b: string) => Number(lengths.get(a) === lengths.get(b))
    },
  })

  test('is bound to the distinct texts of the row, and its usage lands in the score', async () => {
    const row = { referenceContexts: ['alpha', 'alpha', ' '], retrievedContexts: ['gamma', 'xy', 'alpha'] }
    const score = await nonLlmContextRecall({ similarity: byLength }).score(row, createDirectRuntime())
    expect(score).toMatchObject({ value: 1, usage: { calls: 1, inputTokens: 3 } })
    expect(score.detail?.contexts?.[0]).toEqual({ index: 0, matched: true, retrieved: 2, similarity: 1 })
  })

  test('in its raw form where texts are to be taken as they are', async () => {
    const prepared: string[][] = []
    const form = (name: string): NonNullable<SimilarityFn['prepare']> => {
      return (texts) => {
        prepared.push([name, ...texts])
        return Promise.resolve(() => 1)
      }
    }
    const bare = (): number => Number.NaN
    const similarity = Object.assign(() => Number.NaN, {
      id: 'n',
      version: '1',
      prepare: form('n'),
      raw: Object.assign(bare, { prepare: form('raw') }),
    })
    const row = { referenceContexts: ['e\u0301'], retrievedContexts: ['a'] }
    await nonLlmContextRecall({ similarity }).score(row)
    await nonLlmContextRecall({ similarity, normalize: false }).score(row)
    expect(prepared).toEqual([
      ['raw', 'é', 'a'],
      ['raw', 'e\u0301', 'a'],
    ])
  })

  test('works without a runtime, too', async () => {
    expect((await nonLlmContextRecall({ similarity: byLength }).score(sample)).value).toBe(1)
  })

  test('a failure of its model leaves the row unscored with that cause', async () => {
    const similarity = Object.assign((): number => 0, {
      id: 'failing',
      prepare: () => Promise.reject(new AssayError({ kind: 'quota', message: 'Out of quota.' })),
    })
    expect(await nonLlmContextRecall({ similarity }).score(sample)).toMatchObject({
      status: 'unscored',
      cause: 'quota',
      reason: 'Out of quota.',
    })
  })

  test('a reply that will come later suspends the row', async () => {
    const similarity = Object.assign((): number => 0, { id: 'later', prepare: () => Promise.reject(new Suspended()) })
    const thrown: unknown = await nonLlmContextRecall({ similarity })
      .score(sample)
      .catch((error: unknown) => error)
    expect(Suspended.is(thrown)).toBe(true)
  })
})

test('levenshtein given by hand is the default', async () => {
  const [given, byDefault] = [nonLlmContextRecall({ similarity: levenshtein }), nonLlmContextRecall()]
  expect([given.signature, given.config]).toEqual([byDefault.signature, byDefault.config])
  const scores: (Partial<NonLlmRecallDetail> | undefined)[] = [(await given.score(sample)).detail, (await byDefault.score(sample)).detail]
  expect(scores[0]).toEqual(scores[1])
})

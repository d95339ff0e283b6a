import { directRuntime, type Score, type SimilarityFn } from '@assay/core'
import { containment } from '@assay/similarity'
import { describe, expect, test } from 'vitest'
import { nonLlmContextRecall, type NonLlmRecallDetail } from './non-llm-context-recall.ts'
import type { NonLlmRecallOptions } from './recall-settings.ts'

const recall = (
  referenceContexts: readonly string[],
  retrievedContexts: readonly string[],
  options?: NonLlmRecallOptions,
): Promise<Score<NonLlmRecallDetail>> => nonLlmContextRecall(options).score({ referenceContexts, retrievedContexts })

describe('soft', () => {
  const [reference, retrieved] = [
    ['abcd', 'zbzz', ' '],
    ['abxx', 'abcx', 'abcx'],
  ]

  test('the value is the mean of the best similarities, the detail names each best match, and no threshold stands anywhere', async () => {
    const score = await recall(reference, retrieved, { soft: true })
    expect(score).toMatchObject({
      value: 0.5,
      signature: 'non_llm_context_recall|threshold:none|soft:true|v1',
      reason: 'The best retrieved contexts are similar to 2 reference contexts by 0.500 on average (levenshtein, no threshold).',
      detail: {
        hits: null,
        total: 2,
        contexts: [
          { index: 0, matched: null, retrieved: 1, similarity: 0.75, best: { retrieved: 1, similarity: 0.75 } },
          { index: 1, matched: null, retrieved: 0, similarity: 0.25, best: { retrieved: 0, similarity: 0.25 } },
        ],
      },
    })
    expect(nonLlmContextRecall({ soft: true }).config).toEqual({ type: 'non-llm-context-recall', soft: true })
  })

  test('nothing retrieved is 0, nothing expected unscored', async () => {
    expect(await recall(['a'], [' '], { soft: true })).toMatchObject({
      value: 0,
      reason: 'Nothing was retrieved; 1 reference context should have been found.',
      detail: { contexts: [{ index: 0, matched: null, retrieved: null, similarity: null }] },
    })
    expect(await recall([], ['a'], { soft: true })).toMatchObject({ cause: 'empty_reference' })
  })

  test.each<[NonLlmRecallOptions, RegExp]>([
    [{ threshold: 0.5 }, /soft has no threshold, and one of 0.5 was given/],
    [{ strict: true }, /no threshold that strict could read otherwise/],
    [{ explain: false }, /compares every pair, which explain: false forbids/],
  ])('beside %j it is refused', (options, message) => {
    expect(() => nonLlmContextRecall({ soft: true, ...options })).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringMatching(message) }),
    )
  })
})

describe('explain', () => {
  test('names the best match beside the first that reaches the threshold, and changes no score', async () => {
    const [reference, retrieved] = [
      ['abcdef', 'wxyz'],
      ['xxxx', 'bcdefa', 'abcxef'],
    ]
    const plain = await recall(reference, retrieved)
    const score = await recall(reference, retrieved, { explain: true })
    expect([score.value, score.signature]).toEqual([plain.value, plain.signature])
    expect(score.detail?.contexts).toEqual([
      { index: 0, matched: true, retrieved: 1, similarity: 4 / 6, best: { retrieved: 2, similarity: 5 / 6 } },
      { index: 1, matched: false, retrieved: null, similarity: 0.25, best: { retrieved: 0, similarity: 0.25 }, beginning: 'wxyz' },
    ])
    expect(plain.detail?.contexts?.[1]).toEqual({ index: 1, matched: false, retrieved: null, similarity: null, beginning: 'wxyz' })
    expect(nonLlmContextRecall({ explain: true }).config).toEqual({ type: 'non-llm-context-recall', explain: true })
  })

  test('of equal matches the first is named, and an early match does not hide a broken function behind it', async () => {
    const similarity: SimilarityFn = (_a, b) => Number(b)
    const score = await recall(['a'], ['0.9', '0.90'], { similarity, explain: true })
    expect(score.detail?.contexts?.[0]?.best).toEqual({ retrieved: 0, similarity: 0.9 })
    await expect(recall(['a'], ['1', '2'], { similarity, explain: true })).rejects.toMatchObject({ kind: 'config' })
  })
})

test('text that was chunked otherwise is found by containment, which is one option away', async () => {
  const passage = 'Oslo is the capital of Norway. It lies at the northern end of a fjord. About 700,000 people live there.'
  const chunk = `Norway has two official languages. ${passage} The city was founded around the year 1000, as the sagas tell. It burned down in 1624.`
  expect((await recall([passage], [chunk])).value).toBe(0)
  expect((await recall([passage], [chunk], { similarity: containment, threshold: 0.8 })).value).toBe(1)
})

describe('long texts', () => {
  const long = 'Retrieval brings passages. '.repeat(4000)

  test('a match that a bound decided is not measured for show, unless it is to be explained', async () => {
    const [reference, retrieved] = [[long], ['short', `${long}!`]]
    expect((await recall(reference, retrieved)).detail?.contexts?.[0]).toEqual({ index: 0, matched: true, retrieved: 1, similarity: null })
    const explained = await recall(reference, retrieved, { explain: true })
    expect(explained.detail?.contexts?.[0]?.best).toEqual({ retrieved: 1, similarity: long.length / (long.length + 1) })
  })

  test('two unrelated texts of 100,000 characters are decided, exactly', async () => {
    const drawn = (seed: number): string => {
      let state = seed
      const letter = () => 'etaoinshrdlu    '.charAt((state = (state * 16_807) % 2_147_483_647) % 16)
      return Array.from({ length: 100_000 }, letter).join('')
    }
    const score = await recall([drawn(3)], [drawn(5)])
    expect(score).toMatchObject({ value: 0, detail: { contexts: [{ matched: false, similarity: null }] } })
  })

  test('a pair that no bound decides, and that would take minutes, leaves the row unscored and says what to do', async () => {
    const score = await recall([long.repeat(20)], [`x${Array.from(long.repeat(20)).toReversed().join('')}`])
    expect(score).toMatchObject({
      status: 'unscored',
      cause: 'data',
      reason: expect.stringMatching(/^levenshtein: .* too long .* Cut the contexts/),
    })
  })

  test('an abort is seen between long pairs', async () => {
    const controller = new AbortController()
    const runtime = { ...directRuntime(), signal: controller.signal }
    const similarity: SimilarityFn = () => {
      controller.abort()
      return 0
    }
    const score = await nonLlmContextRecall({ similarity }).score(
      { referenceContexts: [long], retrievedContexts: [`${long}a`, `${long}b`] },
      runtime,
    )
    expect(score).toMatchObject({ status: 'unscored', cause: 'aborted' })
  })
})

import { AssayError, type Sample, type Score, scoreRow } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nonLlmContextRecall, type NonLlmRecallDetail } from './non-llm-context-recall.ts'
import type { NonLlmRecallOptions } from './recall-settings.ts'

const recall = (
  referenceContexts: readonly string[],
  retrievedContexts: readonly string[],
  options?: NonLlmRecallOptions,
): Promise<Score<NonLlmRecallDetail>> => nonLlmContextRecall(options).score({ referenceContexts, retrievedContexts })

/** Rows as careless JavaScript makes them. */
const recallOf = (row: object): Promise<Score<NonLlmRecallDetail>> => scoreRow(nonLlmContextRecall(), row as Sample)

test('the example of the ragas documentation gives one of two', async () => {
  const reference = ['Paris is the capital of France.', 'The Eiffel Tower is one of the most famous landmarks in Paris.']
  expect(await recall(reference, ['Paris is the capital of France.'])).toMatchObject({
    value: 0.5,
    reason: '1 of 2 reference contexts have a retrieved context that is similar enough (levenshtein of at least 0.5).',
    detail: {
      hits: 1,
      total: 2,
      contexts: [
        { index: 0, matched: true, retrieved: 0, similarity: 1 },
        { index: 1, matched: false, retrieved: null, similarity: null },
      ],
    },
  })
})

describe('what counts', () => {
  test('blank texts are left out on both sides, and indexes stay those of the full lists', async () => {
    const score = await recall([' ', 'alpha', '\n'], ['', '\u00A0', 'alpha'])
    expect(score).toMatchObject({ value: 1, detail: { total: 1, contexts: [{ index: 1, matched: true, retrieved: 2, similarity: 1 }] } })
  })

  test('only blank contexts retrieved is nothing retrieved: 0, even at threshold 0', async () => {
    const score = await recall(['a', 'b'], [' ', ''], { threshold: 0 })
    expect(score).toMatchObject({ value: 0, reason: 'Nothing was retrieved; 2 reference contexts should have been found.' })
    expect(score.detail?.contexts).toEqual([
      { index: 0, matched: false, retrieved: null, similarity: null, beginning: 'a' },
      { index: 1, matched: false, retrieved: null, similarity: null, beginning: 'b' },
    ])
  })

  test('repeated reference contexts count each, or once under distinct', async () => {
    const [reference, retrieved] = [['alpha', 'alpha', 'omega'], ['alpha']]
    expect((await recall(reference, retrieved)).value).toBe(2 / 3)
    const merged = await recall(reference, retrieved, { distinct: true })
    expect(merged).toMatchObject({ value: 0.5, detail: { contexts: [{ index: 0 }, { index: 2 }] } })
  })

  test('two spellings of one text are one under distinct, unless they are taken as they are', async () => {
    const reference = ['é', 'e\u0301']
    expect((await recall(reference, ['é'], { distinct: true })).detail?.total).toBe(1)
    expect((await recall(reference, ['é'], { distinct: true, normalize: false })).detail?.total).toBe(2)
  })

  test('a similarity that equals the threshold counts, unless strict', async () => {
    expect((await recall(['abcd'], ['abxy'])).value).toBe(1)
    expect((await recall(['abcd'], ['abxy'], { strict: true })).value).toBe(0)
  })

  test('an equal context is named before others that reach the threshold, and the likeliest before the rest', async () => {
    const named = async (retrieved: readonly string[]) => (await recall(['abcdefgh'], retrieved)).detail?.contexts?.[0]
    const near = { index: 0, matched: true, retrieved: 2, similarity: 0.875 }
    expect(await named(['xxxx', 'abcdexxx', 'abcdefgx'])).toEqual(near)
    expect(await named(['xxxx', 'abcdexxx', 'abcdefgx', 'abcdefgh'])).toEqual({ ...near, retrieved: 3, similarity: 1 })
  })
})

describe('laws', () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0301', '🍎', ' '), maxLength: 8 }), fc.constantFrom('', ' ')),
    {
      maxLength: 5,
    },
  )
  const options = fc.record({ threshold: fc.constantFrom(0, 0.2, 0.3, 0.5, 1), strict: fc.boolean(), normalize: fc.boolean() })

  test('order and repeats of retrieved contexts change no value', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, options, async (reference, retrieved, chosen) => {
        const score = await recall(reference, retrieved, chosen)
        expect((await recall(reference, [...retrieved.toReversed(), ...retrieved], chosen)).value).toBe(score.value)
      }),
    )
  })

  test('bounds change no value: the same measure without them says the same', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, options, async (reference, retrieved, chosen) => {
        const score = await recall(reference, retrieved, { ...chosen, normalize: true })
        const slow = await recall(reference, retrieved, { ...chosen, normalize: true, similarity: valueOnly })
        expect(slow.value).toBe(score.value)
        expect(slow.detail?.contexts?.map(({ retrieved: found }) => found)).toEqual(
          score.detail?.contexts?.map(({ retrieved: found }) => found),
        )
      }),
    )
  })

  test('decisions are those of the plain loop over all pairs, on long texts that recur, near and far from each other', async () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0301', '🍎', ' '), maxLength: 60 })
    const pool = fc.array(
      fc.tuple(piece, piece, piece).map(([start, middle, end]) => [start + middle + end, start + end, end + start + middle]),
      { minLength: 1, maxLength: 3 },
    )
    const lists = pool.chain((forms) => {
      const some = fc.array(fc.constantFrom(...forms.flat()), { maxLength: 6 })
      return fc.tuple(some, some)
    })
    const metrics = new Map([0.3, 0.5, 0.9].map((threshold) => [threshold, nonLlmContextRecall({ threshold })]))
    await fc.assert(
      fc.asyncProperty(lists, fc.constantFrom(...metrics.keys()), async ([referenceContexts, retrievedContexts], threshold) => {
        const score = await metrics.get(threshold)?.score({ referenceContexts, retrievedContexts })
        const wanted = referenceContexts.filter((text) => text.trim() !== '')
        const given = retrievedContexts.filter((text) => text.trim() !== '')
        const plain = wanted.map((a) => given.some((b) => valueOnly(a.normalize(), b.normalize()) >= threshold))
        expect(score?.detail?.contexts?.map(({ matched }) => matched) ?? []).toEqual(plain)
      }),
      { numRuns: 150 },
    )
  })

  test('another response does not change the recall', async () => {
    const metric = nonLlmContextRecall()
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.string(), async (referenceContexts, retrievedContexts, response) => {
        expect(await metric.score({ referenceContexts, retrievedContexts, response })).toEqual(
          await recall(referenceContexts, retrievedContexts),
        )
      }),
    )
  })

  test('a score is JSON', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, options, async (reference, retrieved, chosen) => {
        const score = await recall(reference, retrieved, chosen)
        expect(JSON.parse(JSON.stringify(score))).toEqual(score)
      }),
    )
  })
})

describe('rows that hold something else', () => {
  test.each([
    ['null', null, 'null'],
    ['a number', 3, 'the number 3'],
    ['a list', ['a'], 'a list'],
    ['an object without a text', { title: 'a', page: 2 }, 'an object that holds "title", "page"'],
  ])('%s among the contexts leaves the row unscored, naming row and index', async (_what, context, shown) => {
    const message = `Row "q7": retrievedContexts[1] is ${shown} where a context is due: a text, or an object with its text as pageContent, text or content.`
    const score = await recallOf({ id: 'q7', referenceContexts: ['a'], retrievedContexts: ['a', context] })
    expect(score).toMatchObject({ status: 'unscored', value: null, cause: 'data', reason: message, error: { kind: 'data' } })
  })

  test('one text where a list is due is said, its characters are not compared', async () => {
    const score = await recallOf({ referenceContexts: 'ab', retrievedContexts: ['a'] })
    expect(score).toMatchObject({
      cause: 'data',
      reason: expect.stringContaining('This row: referenceContexts is one text where a list of texts is due'),
    })
  })

  test('a row without the field is unscored as missing', async () => {
    expect(await recallOf({ referenceContexts: ['a'] })).toMatchObject({ status: 'unscored', cause: 'missing_field' })
  })
})

describe('the metric', () => {
  test('by default its signature is short and its config rebuilds it', () => {
    expect(nonLlmContextRecall()).toMatchObject({
      name: 'non_llm_context_recall',
      version: '1',
      kind: 'non-llm',
      signature: 'non_llm_context_recall|v1',
      config: { type: 'non-llm-context-recall' },
    })
  })

  test('whatever differs from the default stands in signature and config', () => {
    const similarity = Object.assign((a: string, b: string) => Number(a === b), { id: 'same', version: '2' })
    const metric = nonLlmContextRecall({ similarity, threshold: 0.8, strict: true, distinct: true, normalize: false, name: 'parity' })
    expect(metric.name).toBe('parity')
    expect(metric.signature).toBe('non_llm_context_recall|similarity:same@2|threshold:0.8|strict:true|distinct:true|normalize:false|v1')
    expect(metric.config).toEqual({
      type: 'non-llm-context-recall',
      name: 'parity',
      similarity: 'same',
      threshold: 0.8,
      strict: true,
      distinct: true,
      normalize: false,
    })
  })

  test('a bare function signs with its name and cannot be rebuilt elsewhere', () => {
    const metric = nonLlmContextRecall({ similarity: valueOnly })
    expect([metric.signature, metric.config]).toEqual(['non_llm_context_recall|similarity:custom%3AvalueOnly|v1', null])
    expect(nonLlmContextRecall({ similarity: () => 1 }).signature).toContain('custom%3A')
  })

  test.each([-0.1, 1.1, Number.NaN, Number.POSITIVE_INFINITY])('a threshold of %d is refused', (threshold) => {
    expect(() => nonLlmContextRecall({ threshold })).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringContaining(String(threshold)) }),
    )
  })

  test('a name where a function is due is refused, with the place where names work', () => {
    expect(() => nonLlmContextRecall({ similarity: 'jaro' as never })).toThrow(
      /metricFrom\(\{ type: 'non-llm-context-recall', similarity: "jaro" \}\)/,
    )
  })

  test('a blank name is refused', () => {
    expect(() => nonLlmContextRecall({ name: '' })).toThrow(AssayError)
  })
})

/** Levenshtein by the book, without bounds and without a shortcut. */
function valueOnly(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, point] of from.entries()) {
    const next = [index + 1]
    for (const [column, other] of to.entries()) {
      next.push(Math.min(row[column]! + Number(point !== other), row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  const max = Math.max(from.length, to.length)
  return max === 0 ? 1 : (max - row[to.length]!) / max
}

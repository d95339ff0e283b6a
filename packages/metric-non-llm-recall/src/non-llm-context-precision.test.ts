import { levenshtein } from '@assay/similarity'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nonLlmAveragePrecisionRetrieved, nonLlmContextPrecision, type NonLlmPrecisionOptions } from './index.ts'

const forms = { set: nonLlmContextPrecision, ranked: nonLlmAveragePrecisionRetrieved }
const both = async (referenceContexts: readonly string[], retrievedContexts: readonly string[], options?: NonLlmPrecisionOptions) => {
  const sample = { referenceContexts, retrievedContexts }
  return { set: await forms.set(options).score(sample), ranked: await forms.ranked(options).score(sample) }
}
const valuesOf = async (...given: Parameters<typeof both>) => {
  const { set, ranked } = await both(...given)
  return [set.value, ranked.value]
}

describe('the share of retrieved contexts that are relevant, and the mean of the precisions at their ranks', () => {
  test.each<[string, readonly string[], readonly string[], number, number]>([
    ['all relevant', ['alpha', 'omega'], ['omega', 'alpha'], 1, 1],
    ['none relevant', ['alpha'], ['zzzzz', 'yyyyy'], 0, 0],
    ['the first of two', ['alpha'], ['alpha', 'zzzzz'], 1 / 2, 1],
    ['the second of two', ['alpha'], ['zzzzz', 'alpha'], 1 / 2, 1 / 2],
    ['first and third of three', ['alpha', 'omega'], ['alpha', 'zzzzz', 'omega'], 2 / 3, (1 + 2 / 3) / 2],
    ['what was missed lowers neither', ['alpha', 'omega', 'gamma'], ['alpha'], 1, 1],
    ['two that are similar to one reference', ['alphabet'], ['alphabet', 'alphabex'], 1, 1],
    ['a repeat keeps its first rank and counts once', ['alpha'], ['zzzzz', 'zzzzz', 'alpha', 'alpha'], 1 / 2, 1 / 2],
    ['blank contexts have no rank', ['alpha', ' '], ['', 'alpha', '\n'], 1, 1],
    ['nothing retrieved', ['alpha'], [], 0, 0],
    ['only blank ones retrieved', ['alpha'], [' '], 0, 0],
  ])('%s', async (_what, reference, retrieved, set, ranked) => {
    expect(await valuesOf(reference, retrieved)).toEqual([set, ranked])
  })

  test('no reference context leaves the row unscored', async () => {
    for (const reference of [[], [' ']]) {
      const { set, ranked } = await both(reference, ['alpha'])
      expect([set, ranked]).toMatchObject([{ cause: 'empty_reference' }, { cause: 'empty_reference' }])
    }
  })

  test('nothing retrieved is 0 also at threshold 0', async () => {
    expect(await valuesOf(['alpha'], [], { threshold: 0 })).toEqual([0, 0])
  })
})

describe('the detail', () => {
  test('names for each retrieved context the reference it is similar to, and how many were left out', async () => {
    const { set, ranked } = await both(['omega', 'alphabet'], ['zzzzz', 'alphabex', 'zzzzz', 'omega'])
    expect(set.detail).toEqual({
      hits: 2,
      total: 3,
      repeats: 1,
      contexts: [
        { index: 0, relevant: false, reference: null, similarity: null },
        { index: 1, relevant: true, reference: 1, similarity: 0.875 },
        { index: 3, relevant: true, reference: 0, similarity: 1 },
      ],
    })
    expect(ranked.detail).toEqual(set.detail)
    expect(set.reason).toBe(
      '2 of 3 retrieved contexts are similar enough to a reference context (levenshtein of at least 0.5), the first at rank 2. ' +
        '1 repeated retrieved context was left out before.',
    )
    expect((await both(['a'], [])).set.reason).toBe('Nothing was retrieved.')
  })

  test('a bare function gets the reference first, and shows the best similarity where none is enough', async () => {
    const similarity = (a: string, b: string): number => (a.startsWith(b) ? 0.75 : Number(b === 'l') / 4)
    const { set } = await both(['alpha'], ['al', 'l'], { similarity })
    expect(set.detail?.contexts).toMatchObject([
      { relevant: true, similarity: 0.75 },
      { relevant: false, similarity: 0.25 },
    ])
  })
})

describe('options', () => {
  test('threshold, strict and normalize decide what is relevant', async () => {
    expect(await valuesOf(['abcd'], ['abxy'])).toEqual([1, 1])
    expect(await valuesOf(['abcd'], ['abxy'], { threshold: 0.6 })).toEqual([0, 0])
    expect(await valuesOf(['abcd'], ['abxy'], { strict: true })).toEqual([0, 0])
    expect(await valuesOf(['é'], ['e\u0301'])).toEqual([1, 1])
    expect(await valuesOf(['é'], ['e\u0301'], { normalize: false })).toEqual([0, 0])
  })

  test('what differs from the default stands in signature and config; the two forms have names of their own', () => {
    const similarity = Object.assign((a: string, b: string) => Number(a === b), { id: 'same', version: '2' })
    const all = { similarity, threshold: 0.8, strict: true, normalize: false, name: 'mine' }
    expect(forms.set()).toMatchObject({ name: 'non_llm_context_precision', signature: 'non_llm_context_precision|v1', kind: 'non-llm' })
    expect(forms.ranked()).toMatchObject({
      name: 'non_llm_average_precision_retrieved',
      signature: 'non_llm_average_precision_retrieved|v1',
      config: { type: 'non-llm-average-precision-retrieved' },
    })
    expect(forms.set(all)).toMatchObject({
      name: 'mine',
      signature: 'non_llm_context_precision|similarity:same@2|threshold:0.8|strict:true|normalize:false|v1',
    })
    expect(forms.set(all).config).toEqual({ type: 'non-llm-context-precision', ...all, similarity: 'same' })
    expect(forms.set({ similarity: () => 1 }).config).toBeNull()
  })

  test.each([
    [{ threshold: 2 }, /non_llm_context_precision: the threshold is 2/],
    [{ name: ' ' }, /the name is blank/],
    [{ similarity: 'jaro' as never }, /metricFrom\(\{ type: 'non-llm-context-precision', similarity: "jaro" \}\)/],
  ])('%j is refused', (options, message) => {
    expect(() => forms.set(options)).toThrow(expect.objectContaining({ kind: 'config', message: expect.stringMatching(message) }))
  })
})

describe('laws', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🍎', ' '), maxLength: 6 })
  const texts = fc.array(text, { maxLength: 6 })

  test('both are what their definition says, pair by pair', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.constantFrom(0.2, 0.5, 1), fc.boolean(), async (reference, retrieved, threshold, strict) => {
        const wanted = reference.filter((context) => context.trim() !== '')
        fc.pre(wanted.length > 0)
        const ranks = [...new Set(retrieved.filter((context) => context.trim() !== ''))].map((context) =>
          wanted.some((other) => (strict ? levenshtein(other, context) > threshold : levenshtein(other, context) >= threshold)),
        )
        const precisions = ranks.flatMap((isRelevant, at) => (isRelevant ? [ranks.slice(0, at + 1).filter(Boolean).length / (at + 1)] : []))
        const mean = precisions.reduce((sum, precision) => sum + precision, 0) / precisions.length
        expect(await valuesOf(reference, retrieved, { threshold, strict })).toEqual([
          ranks.length === 0 ? 0 : precisions.length / ranks.length,
          precisions.length === 0 ? 0 : mean,
        ])
      }),
    )
  })

  test('order and repeats of retrieved contexts change nothing in the set form', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (reference, retrieved) => {
        const [plain] = await valuesOf(reference, retrieved)
        expect((await valuesOf(reference, [...retrieved.toReversed(), ...retrieved]))[0]).toBe(plain)
      }),
    )
  })
})

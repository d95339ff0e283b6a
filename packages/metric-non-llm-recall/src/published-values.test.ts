import { readFileSync } from 'node:fs'
import type { Score, SimilarityFn } from '@assay/core'
import { hamming, jaro, jaroWinkler, levenshtein } from '@assay/similarity'
import { describe, expect, test } from 'vitest'
import clapnq from './__fixtures__/clapnq-rag.json' with { type: 'json' }
import goldens from './__fixtures__/non-llm-recall.json' with { type: 'json' }
import { generatedText, type GeneratedText } from './__fixtures__/generated-text.ts'
import { nonLlmContextRecall, type NonLlmRecallDetail } from './non-llm-context-recall.ts'
import type { NonLlmRecallOptions } from './recall-settings.ts'

const recall = (
  referenceContexts: readonly string[],
  retrievedContexts: readonly string[],
  options?: NonLlmRecallOptions,
): Promise<Score<NonLlmRecallDetail>> => nonLlmContextRecall(options).score({ referenceContexts, retrievedContexts })

const MEASURES: Readonly<Record<string, SimilarityFn>> = { levenshtein, hamming, jaro, jaro_winkler: jaroWinkler }

describe('published and computed values', () => {
  type Values = { expected: unknown; expectedStrict: unknown; perReferenceMax?: readonly number[] }
  const all = goldens.cases.map((golden) => {
    const textsOf = (texts: readonly unknown[]): string[] => texts.map((text) => generatedText(text as GeneratedText))
    const [reference, retrieved] = [textsOf(golden.referenceContexts), textsOf(golden.retrievedContexts)]
    const forms: { normalize: boolean; values: Values }[] = [
      { normalize: true, values: golden },
      { normalize: false, values: golden.raw ?? golden },
    ]
    const { threshold } = golden
    return { id: golden.id, reference, retrieved, threshold, forms, similarity: MEASURES[golden.measure]! }
  })

  test.each(all)('$id', async ({ reference, retrieved, threshold, similarity, forms }) => {
    for (const { normalize, values } of forms) {
      for (const explain of [false, true]) {
        const options = { similarity, threshold, normalize, explain }
        expectValue(await recall(reference, retrieved, options), values.expected)
        expectValue(await recall(reference, retrieved, { ...options, strict: true }), values.expectedStrict)
      }
    }
  })

  test.each(all)(
    'the best match of each reference context, and their mean, in $id',
    async ({ reference, retrieved, similarity, forms }) => {
      for (const { normalize, values } of forms) {
        const expected = values.perReferenceMax?.filter((_, index) => reference[index]?.trim() !== '') ?? []
        const options = { similarity, normalize }
        const explained = await recall(reference, retrieved, { ...options, threshold: 1, strict: true, explain: true })
        const soft = await recall(reference, retrieved, { ...options, soft: true })
        if (explained.status === 'unscored' || soft.status === 'unscored') {
          expect([explained.status, soft.status, expected]).toEqual(['unscored', 'unscored', []])
          continue
        }
        expect(explained.detail.contexts).toHaveLength(expected.length)
        expect(soft.value).toBeCloseTo(expected.reduce((sum, similar) => sum + similar, 0) / expected.length, 9)
        for (const score of [explained, soft]) {
          for (const [index, { best }] of score.detail.contexts.entries()) expect(best?.similarity ?? 0).toBeCloseTo(expected[index]!, 9)
        }
      }
    },
  )

  test('cover four measures', () => expect(new Set(all.map(({ similarity }) => similarity.id)).size).toBe(4))
})

describe('150 questions of CLAP NQ', () => {
  const file = new URL('../../../examples/clapnq-rag.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; retrieved_contexts: string[]; reference_contexts: string[] })

  test.each([
    [0.25, clapnq.mean['0.25']],
    [0.3, clapnq.mean['0.3']],
    [0.5, clapnq.mean['0.5']],
  ])('recall at threshold %d, per row and in the mean', async (threshold, expected) => {
    const scores = await Promise.all(rows.map((row) => recall(row.reference_contexts, row.retrieved_contexts, { threshold })))
    expect(rows.map(({ id }) => id)).toEqual(clapnq.rows.map(({ id }) => id))
    for (const [row, { similarities }] of clapnq.rows.entries()) {
      const reached = similarities.flatMap((similarity, index) => (similarity >= threshold ? [index] : []))
      const { matched, retrieved, similarity } = scores[row]?.detail?.contexts?.[0] ?? {}
      expect([scores[row]?.value, matched]).toEqual(reached.length === 0 ? [0, false] : [1, true])
      if (reached.length === 0) continue
      expect(reached).toContain(retrieved)
      expect(similarity).toBeCloseTo(similarities[retrieved ?? -1] ?? Number.NaN, 9)
    }
    const mean = scores.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0) / scores.length
    expect(mean).toBeCloseTo(expected, 9)
  })
})

function expectValue(score: Score<NonLlmRecallDetail>, expected: unknown): void {
  if (typeof expected === 'number') expect(score.value).toBeCloseTo(expected, 9)
  else expect(score).toMatchObject({ status: 'unscored', value: null, cause: (expected as { unscored: string }).unscored })
}

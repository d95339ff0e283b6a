import { describe, expect, test } from 'vitest'
import { indexContexts } from './context-index.ts'
import { inverseDocumentFrequency } from './document-frequencies.ts'
import { idfRecall } from './idf-recall.ts'
import { surfaceBigrams } from './surface-bigrams.ts'

const idf = inverseDocumentFrequency({ sentences: 1000, least: 3, stems: { '3': 'zebra', '100': 'dog cat' } })

describe('idf recall', () => {
  test('a claim whose words all stand there has recall 1 exactly, also over several contexts', () => {
    const recall = idfRecall(['the', 'zebra', 'dog', 'mews'], indexContexts(['A zebra.', 'The dog mews.']), idf)
    expect(recall.anywhere).toBe(1)
    expect(recall.bestSentences).toEqual([1])
  })

  test('a rare word weighs more than a common one', () => {
    const contexts = indexContexts(['A zebra.'])
    expect(idfRecall(['zebra', 'dog'], contexts, idf).anywhere).toBeGreaterThan(0.5)
    expect(idfRecall(['zebra', 'unheard'], contexts, idf).anywhere).toBeLessThan(0.5)
  })

  test('a shared stem or beginning counts in part', () => {
    const contexts = indexContexts(['The dogs were legalised.'])
    expect(idfRecall(['dog'], contexts, idf).anywhere).toBeCloseTo(0.25, 12)
    expect(idfRecall(['legality'], contexts, idf).anywhere).toBeCloseTo(0.25, 12)
    expect(idfRecall(['legalise'], contexts, idf).anywhere).toBeCloseTo(0.5, 12)
    expect(idfRecall(['legs'], contexts, idf).anywhere).toBe(0)
  })

  test('the best sentence holds most of the claim, ties listed in order', () => {
    const contexts = indexContexts(['A cat. A dog and a cat. Cat, dog! Nothing.'])
    expect(idfRecall(['dog', 'cat'], contexts, idf)).toEqual({ anywhere: 1, bestSentence: 1, bestSentences: [1, 2] })
  })

  test('repeats in the claim change nothing', () => {
    const contexts = indexContexts(['A dog.'])
    expect(idfRecall(['dog', 'dog', 'cat'], contexts, idf)).toEqual(idfRecall(['dog', 'cat'], contexts, idf))
  })
})

describe('surface bigrams', () => {
  const contexts = indexContexts(['The dog. Barks loudly', 'at the cat'])
  test('neighbours count within one context, across sentences but not across contexts', () => {
    expect(surfaceBigrams(['the', 'dog', 'barks'], contexts)).toBe(1)
    expect(surfaceBigrams(['loudly', 'at', 'the'], contexts)).toBe(0.5)
    expect(surfaceBigrams(['dog', 'the'], contexts)).toBe(0)
  })

  test('a claim of one word is found or not, an empty one is not', () => {
    expect(surfaceBigrams(['dog'], contexts)).toBe(1)
    expect(surfaceBigrams(['zebra'], contexts)).toBe(0)
    expect(surfaceBigrams([], contexts)).toBe(0)
  })
})

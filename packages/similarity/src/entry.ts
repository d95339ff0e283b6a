import { configError, type SimilarityFn } from '@assay/core'
import type { SimilarityEntry } from '@assay/options'
import type * as similarities from './index.ts'

type Similarities = typeof similarities

const SIMILARITIES: Readonly<Record<string, (similarities: Similarities) => SimilarityFn>> = {
  levenshtein: ({ levenshtein }) => levenshtein,
  containment: ({ containment }) => containment,
  'token-overlap': ({ tokenOverlap }) => tokenOverlap,
  'token-overlap-words': ({ tokenOverlap }) => tokenOverlap.words,
  jaccard: ({ jaccard }) => jaccard,
  'jaccard-words': ({ jaccard }) => jaccard.words,
  'dice-bigram': ({ diceBigram }) => diceBigram,
  'rouge-l-recall': ({ rougeLRecall }) => rougeLRecall,
  'rouge-l-recall-words': ({ rougeLRecall }) => rougeLRecall.words,
  'rouge-l-f': ({ rougeLF }) => rougeLF,
  'rouge-l-f-words': ({ rougeLF }) => rougeLF.words,
  chrf: ({ chrf }) => chrf,
  bleu: ({ bleu }) => bleu,
  'bleu-words': ({ bleu }) => bleu.words,
  'tfidf-cosine': ({ tfidfCosine }) => tfidfCosine,
  'tfidf-cosine-words': ({ tfidfCosine }) => tfidfCosine.words,
  jaro: ({ jaro }) => jaro,
  'jaro-winkler': ({ jaroWinkler }) => jaroWinkler,
  hamming: ({ hamming }) => hamming,
  substring: ({ substring }) => substring,
  exact: ({ exact }) => exact,
}

export const entries: readonly SimilarityEntry[] = [
  ...Object.entries(SIMILARITIES).map(([name, pick]): SimilarityEntry => ({
    kind: 'similarity',
    name,
    async create(which) {
      if (which !== undefined) throw configError(`The similarity "${name}" stands alone, and "${name}:${which}" adds to it. Write: ${name}`)
      return pick(await import('./index.ts'))
    },
  })),
  {
    kind: 'similarity',
    name: 'embedding',
    example: 'embedding:<provider>:<model>',
    async create(which = '', { embeddingFrom }) {
      const adapter = await embeddingFrom(which)
      const { embeddingSimilarity } = await import('./index.ts')
      return embeddingSimilarity(adapter)
    },
  },
]

import { AssayError, type EmbeddingAdapter, type SimilarityFn } from '@assay/core'
import type * as measures from '@assay/similarity'
import type { SimilarityEntry } from './catalog.ts'

type Measures = typeof measures

const MEASURES: Readonly<Record<string, (measures: Measures) => SimilarityFn>> = {
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

/** By the provider's name. Each is loaded only when it is named. */
const EMBEDDINGS: Readonly<Record<string, (model: string) => Promise<EmbeddingAdapter>>> = {
  openai: async (model) => (await import('@assay/provider-openai')).openai.embedding(model),
  azure: async (deployment) => (await import('@assay/provider-openai')).createAzureOpenAI().embedding(deployment),
  ollama: async (model) => (await import('@assay/provider-ollama')).ollama.embedding(model),
}

export const builtInSimilarities: readonly SimilarityEntry[] = [
  ...Object.entries(MEASURES).map(([name, pick]): SimilarityEntry => ({
    kind: 'similarity',
    name,
    async create(which) {
      if (which !== undefined) throw configError(`The similarity "${name}" stands alone, and "${name}:${which}" adds to it. Write: ${name}`)
      return pick(await import('@assay/similarity'))
    },
  })),
  {
    kind: 'similarity',
    name: 'embedding',
    example: 'embedding:<provider>:<model>',
    async create(which = '') {
      const [provider = '', ...rest] = which.split(':')
      const model = rest.join(':')
      const adapterOf = Object.hasOwn(EMBEDDINGS, provider) ? EMBEDDINGS[provider] : undefined
      if (adapterOf === undefined || model === '') {
        const fault = adapterOf === undefined ? `a provider (${Object.keys(EMBEDDINGS).join(', ')}) and a model` : 'a model'
        throw configError(`The similarity "embedding" needs ${fault}, as in embedding:openai:text-embedding-3-small`)
      }
      const { embeddingSimilarity } = await import('@assay/similarity')
      return embeddingSimilarity(await adapterOf(model))
    },
  },
]

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}

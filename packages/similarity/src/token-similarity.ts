import { segmentedWords, wordTokens } from '@assay/text'
import { defineSimilarity, type Similarity } from './define-similarity.ts'

/**
 * A similarity on word tokens: runs of letters, marks and digits in the lower-cased text, without stemming. `words` is the same similarity
 * on the words that `Intl.Segmenter` finds, under an id that ends in `-words`: for Chinese, Japanese and Thai, where a run of letters is a whole sentence.
 */
export type TokenSimilarity<M = Similarity> = M & { readonly words: M }

export type TokenSimilarityDefinition = {
  readonly id: string
  readonly version: string
  /** Compares the tokens of two texts that differ; each has at least one. */
  readonly compare: (a: Tokens, b: Tokens) => number
  /** Exactly `compare(a, b) >= threshold`, with less work. */
  readonly atLeast?: ((a: Tokens, b: Tokens, threshold: number) => boolean) | undefined
}

type Tokens = readonly string[]

/** Equal texts give 1, a text without tokens and another one 0; `compare` handles all other pairs. */
export function tokenSimilarity(definition: TokenSimilarityDefinition): TokenSimilarity {
  return Object.assign(similarityOver(definition, wordTokens), {
    words: similarityOver({ ...definition, id: `${definition.id}-words` }, segmentedWords),
  })
}

function similarityOver({ id, version, compare, atLeast }: TokenSimilarityDefinition, tokensOf: (text: string) => string[]): Similarity {
  return defineSimilarity({
    id,
    version,
    compare(a, b) {
      if (a === b) return 1
      const [ofA, ofB] = [tokensOf(a), tokensOf(b)]
      return ofA.length === 0 || ofB.length === 0 ? 0 : compare(ofA, ofB)
    },
    atLeast:
      atLeast === undefined
        ? undefined
        : (a, b, threshold) => {
            if (a === b) return threshold <= 1
            const [ofA, ofB] = [tokensOf(a), tokensOf(b)]
            return ofA.length === 0 || ofB.length === 0 ? threshold <= 0 : atLeast(ofA, ofB, threshold)
          },
  })
}

import { segmentedWords, wordTokens } from '@assay/text'
import { defineMeasure, type Measure } from './measure.ts'

/**
 * A measure on word tokens: runs of letters, marks and digits in the lower-cased text, without stemming. `words` is the same measure
 * on the words that `Intl.Segmenter` finds, under an id that ends in `-words`: for Chinese, Japanese and Thai, where a run is a sentence.
 */
export type TokenMeasure<M = Measure> = M & { readonly words: M }

export type TokenMeasureDefinition = {
  readonly id: string
  readonly version: string
  /** Compares the tokens of two texts that differ; each has at least one. */
  readonly compare: (a: Tokens, b: Tokens) => number
  /** Exactly `compare(a, b) >= threshold`, for less. */
  readonly atLeast?: ((a: Tokens, b: Tokens, threshold: number) => boolean) | undefined
}

type Tokens = readonly string[]

/** Equal texts give 1, a text without tokens and another one 0, and `compare` sees the rest. */
export function tokenMeasure(definition: TokenMeasureDefinition): TokenMeasure {
  return Object.assign(measureOver(definition, wordTokens), {
    words: measureOver({ ...definition, id: `${definition.id}-words` }, segmentedWords),
  })
}

function measureOver({ id, version, compare, atLeast }: TokenMeasureDefinition, tokensOf: (text: string) => string[]): Measure {
  return defineMeasure({
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

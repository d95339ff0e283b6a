import { codePointIds } from './code-point-ids.ts'
import { type BoundedSimilarity, defineSimilarity, type Similarity } from './define-similarity.ts'

export type CharacterSimilarityDefinition = {
  readonly id: string
  readonly version: string
  /** Compares two texts that differ, neither of them empty, given as code points. */
  readonly compare: (a: Uint32Array, b: Uint32Array) => number
  /** Exactly `compare(a, b) >= threshold`, with less work. */
  readonly atLeast?: ((a: Uint32Array, b: Uint32Array, threshold: number) => boolean) | undefined
}

/** A similarity on code points: equal texts give 1, an empty and a non-empty one 0; `compare` handles all other pairs. */
export function characterSimilarity(
  definition: CharacterSimilarityDefinition & { readonly atLeast: NonNullable<CharacterSimilarityDefinition['atLeast']> },
): BoundedSimilarity
export function characterSimilarity(definition: CharacterSimilarityDefinition): Similarity
export function characterSimilarity({ id, version, compare, atLeast }: CharacterSimilarityDefinition): Similarity {
  return defineSimilarity({
    id,
    version,
    compare: (a, b) => plainCase(a, b) ?? compare(codePointIds(a), codePointIds(b)),
    atLeast:
      atLeast === undefined
        ? undefined
        : (a, b, threshold) => {
            const value = plainCase(a, b)
            return value === undefined ? atLeast(codePointIds(a), codePointIds(b), threshold) : value >= threshold
          },
  })
}

function plainCase(a: string, b: string): number | undefined {
  if (a === b) return 1
  return a === '' || b === '' ? 0 : undefined
}

import { normalizeNfc } from '@assay/text'

/** A similarity function of this package: it compares texts after NFC; `raw` compares them as they are. */
export type Similarity = ((a: string, b: string) => number) & {
  readonly id: string
  readonly version: string
  /** Present if a threshold can be decided with less work than a comparison. */
  readonly atLeast?: AtLeast
  /** The same similarity without NFC. It gives normalized texts the same number, with less work. */
  readonly raw: RawSimilarity
}

export type RawSimilarity = ((a: string, b: string) => number) & Pick<Similarity, 'id' | 'version' | 'atLeast'>

/** A similarity that can decide a threshold with less work than a comparison. */
export type BoundedSimilarity = Similarity & { readonly atLeast: AtLeast; readonly raw: RawSimilarity & { readonly atLeast: AtLeast } }

type AtLeast = (a: string, b: string, threshold: number) => boolean

export type SimilarityDefinition = {
  readonly id: string
  readonly version: string
  readonly compare: (a: string, b: string) => number
  readonly atLeast?: AtLeast | undefined
}

/**
 * Makes a similarity from a comparison of two texts as they are. `compare` returns a number in [0, 1]. `atLeast` is optional; it must be
 * exactly `compare(a, b) >= threshold`, with less work.
 */
export function defineSimilarity(definition: SimilarityDefinition & { readonly atLeast: AtLeast }): BoundedSimilarity
export function defineSimilarity(definition: SimilarityDefinition): Similarity
export function defineSimilarity({ id, version, compare, atLeast }: SimilarityDefinition): Similarity {
  const raw = Object.assign((a: string, b: string) => compare(a, b), {
    id: `${id}-raw`,
    version,
    ...(atLeast === undefined ? {} : { atLeast }),
  })
  return Object.assign((a: string, b: string) => compare(normalizeNfc(a), normalizeNfc(b)), {
    id,
    version,
    ...(atLeast === undefined
      ? {}
      : { atLeast: (a: string, b: string, threshold: number) => atLeast(normalizeNfc(a), normalizeNfc(b), threshold) }),
    raw,
  })
}

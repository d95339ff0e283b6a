import type { EmbeddingAdapter, SimilarityFn } from '@assay/core'
import type { WithoutKind } from './without-kind.ts'

/** A similarity named `<name>`, or a family of them named `<name>:<which>`. */
export type SimilarityEntry = {
  readonly kind: 'similarity'
  readonly name: string
  /** How it is written where the name alone says too little, as in `embedding:<provider>:<model>`. */
  readonly example?: string
  /** `which` is what stands behind the first colon of the id. @throws AssayError `config` for one that it does not know. */
  readonly create: (which: string | undefined, given: SimilaritySurroundings) => Promise<SimilarityFn>
}

export type SimilaritySurroundings = {
  /** An embedding model by `<provider>:<model>`. @throws AssayError `config` */
  readonly embeddingFrom: (id: string) => Promise<EmbeddingAdapter>
}

/** An entry with its kind. */
export function defineSimilarityEntry(entry: WithoutKind<SimilarityEntry>): SimilarityEntry {
  return { ...entry, kind: 'similarity' }
}

import type { EmbeddingAdapter, SimilarityFn } from '@assay/core'
import type { WithoutKind } from './without-kind.ts'

/** A similarity named `<name>`, or a family of them named `<name>:<which>`. */
export type SimilarityEntry = {
  readonly kind: 'similarity'
  readonly name: string
  /** Its written form if the name alone is not enough, as in `embedding:<provider>:<model>`. */
  readonly example?: string
  /** `which` is the part of the id after the first colon. @throws AssayError `config` for an unknown one. */
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

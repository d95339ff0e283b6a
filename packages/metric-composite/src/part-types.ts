import type { AnyMetric, SampleField } from '@assay/core'

export type DetailOf<M> = M extends { readonly score: (...given: never) => Promise<infer S> } ? DetailOfScore<S> : never

type DetailOfScore<S> = S extends { readonly status: 'scored'; readonly detail: infer Detail } ? Detail : never

export type FieldOf<M> = M extends { readonly needs: readonly (infer Field extends SampleField)[] } ? Field : never

/** The fields that all parts read. */
export type CommonField<Parts extends readonly AnyMetric[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly AnyMetric[],
]
  ? Rest extends readonly []
    ? FieldOf<First>
    : FieldOf<First> & CommonField<Rest>
  : FieldOf<Parts[number]>

import { defineSimilarity, type Similarity } from './define-similarity.ts'

/** 1 if the texts are equal, code point by code point, else 0. Symmetric. */
export const exact: Similarity = defineSimilarity({ id: 'exact', version: '1', compare: (a, b) => (a === b ? 1 : 0) })

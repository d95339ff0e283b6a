import type { SimilarityEntry } from './catalog.ts'

export const builtInSimilarities: readonly SimilarityEntry[] = [
  { kind: 'similarity', name: 'levenshtein', create: async () => (await import('@assay/similarity')).levenshtein },
]

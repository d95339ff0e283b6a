import { characterSimilarity } from './character-similarity.ts'
import { containsSequence } from './contains-sequence.ts'
import type { Similarity } from './define-similarity.ts'

/** 1 if the retrieved text contains the reference verbatim, else 0. Only an empty text contains an empty reference. Not symmetric. */
export const substring: Similarity = characterSimilarity({
  id: 'substring',
  version: '1',
  compare: (reference, retrieved) => (containsSequence(retrieved, reference) ? 1 : 0),
})

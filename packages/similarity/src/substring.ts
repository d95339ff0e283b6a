import { characterMeasure } from './character-measure.ts'
import { containsSequence } from './contains-sequence.ts'
import type { Measure } from './measure.ts'

/** 1 where the reference stands in the retrieved text verbatim, else 0. An empty reference stands in an empty text only. Not symmetric. */
export const substring: Measure = characterMeasure({
  id: 'substring',
  version: '1',
  compare: (reference, retrieved) => (containsSequence(retrieved, reference) ? 1 : 0),
})

export { levenshtein } from './levenshtein.ts'
export { defineMeasure, type Measure, type RawMeasure } from './measure.ts'
export { rawOf } from './raw-of.ts'

import { defineMeasure, type Measure } from './measure.ts'

/** 1 where the texts are equal, code point by code point, else 0. Symmetric. */
export const exact: Measure = defineMeasure({ id: 'exact', version: '1', compare: (a, b) => (a === b ? 1 : 0) })

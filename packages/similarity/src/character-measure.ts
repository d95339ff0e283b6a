import { codePointIds } from './code-point-ids.ts'
import { type BoundedMeasure, defineMeasure, type Measure } from './measure.ts'

export type CharacterMeasureDefinition = {
  readonly id: string
  readonly version: string
  /** Compares two texts that differ, neither of them empty, given as code points. */
  readonly compare: (a: Uint32Array, b: Uint32Array) => number
  /** Exactly `compare(a, b) >= threshold`, for less. */
  readonly atLeast?: ((a: Uint32Array, b: Uint32Array, threshold: number) => boolean) | undefined
}

/** A measure on code points: equal texts give 1, an empty and a non-empty one 0, and `compare` sees the rest. */
export function characterMeasure(
  definition: CharacterMeasureDefinition & { readonly atLeast: NonNullable<CharacterMeasureDefinition['atLeast']> },
): BoundedMeasure
export function characterMeasure(definition: CharacterMeasureDefinition): Measure
export function characterMeasure({ id, version, compare, atLeast }: CharacterMeasureDefinition): Measure {
  return defineMeasure({
    id,
    version,
    compare: (a, b) => plainCase(a, b) ?? compare(codePointIds(a), codePointIds(b)),
    atLeast:
      atLeast === undefined
        ? undefined
        : (a, b, threshold) => {
            const value = plainCase(a, b)
            return value === undefined ? atLeast(codePointIds(a), codePointIds(b), threshold) : value >= threshold
          },
  })
}

function plainCase(a: string, b: string): number | undefined {
  if (a === b) return 1
  return a === '' || b === '' ? 0 : undefined
}

import { normalizeNfc } from '@assay/text'

/** A similarity function of this package: it compares texts after NFC, and holds the form that takes them as they are. */
export type Measure = ((a: string, b: string) => number) & {
  readonly id: string
  readonly version: string
  /** Where a threshold can be decided for less work than a comparison takes. */
  readonly atLeast?: AtLeast
  /** The same measure without NFC. Texts that are normalized already get the same number from it, sooner. */
  readonly raw: RawMeasure
}

export type RawMeasure = ((a: string, b: string) => number) & Pick<Measure, 'id' | 'version' | 'atLeast'>

/** A measure that can decide a threshold for less work than a comparison takes. */
export type BoundedMeasure = Measure & { readonly atLeast: AtLeast; readonly raw: RawMeasure & { readonly atLeast: AtLeast } }

type AtLeast = (a: string, b: string, threshold: number) => boolean

export type MeasureDefinition = {
  readonly id: string
  readonly version: string
  readonly compare: (a: string, b: string) => number
  readonly atLeast?: AtLeast | undefined
}

/**
 * Makes a measure from its comparison of two texts as they are. `compare` gives a number in [0, 1]; `atLeast`, where it can be had
 * for less, must say exactly what `compare(a, b) >= threshold` says.
 */
export function defineMeasure(definition: MeasureDefinition & { readonly atLeast: AtLeast }): BoundedMeasure
export function defineMeasure(definition: MeasureDefinition): Measure
export function defineMeasure({ id, version, compare, atLeast }: MeasureDefinition): Measure {
  const raw = Object.assign((a: string, b: string) => compare(a, b), {
    id: `${id}-raw`,
    version,
    ...(atLeast === undefined ? {} : { atLeast }),
  })
  return Object.assign((a: string, b: string) => compare(normalizeNfc(a), normalizeNfc(b)), {
    id,
    version,
    ...(atLeast === undefined
      ? {}
      : { atLeast: (a: string, b: string, threshold: number) => atLeast(normalizeNfc(a), normalizeNfc(b), threshold) }),
    raw,
  })
}

import { normalizeNfc } from '@assay/text'

/** A similarity function of this package: it compares texts after NFC, and holds the form that takes them as they are. */
export type Measure = ((a: string, b: string) => number) & {
  readonly id: string
  readonly version: string
  readonly atLeast: (a: string, b: string, threshold: number) => boolean
  /** The same measure without NFC. Texts that are normalized already get the same number from it, sooner. */
  readonly raw: RawMeasure
}

export type RawMeasure = ((a: string, b: string) => number) & Pick<Measure, 'id' | 'version' | 'atLeast'>

/**
 * Makes a measure from its comparison of two texts as they are. `compare` gives a number in [0, 1]; `atLeast`, where it can be had
 * for less, must say exactly what `compare(a, b) >= threshold` says.
 */
export function defineMeasure(definition: {
  readonly id: string
  readonly version: string
  readonly compare: (a: string, b: string) => number
  readonly atLeast?: (a: string, b: string, threshold: number) => boolean
}): Measure {
  const { id, version, compare, atLeast = (a, b, threshold) => compare(a, b) >= threshold } = definition
  const raw = Object.assign((a: string, b: string) => compare(a, b), { id: `${id}-raw`, version, atLeast })
  return Object.assign((a: string, b: string) => compare(normalizeNfc(a), normalizeNfc(b)), {
    id,
    version,
    atLeast: (a: string, b: string, threshold: number) => atLeast(normalizeNfc(a), normalizeNfc(b), threshold),
    raw,
  })
}

import { codePoints } from '@assay/text'

/** Two texts with one UTF-16 code unit for each code point, equal exactly if their code points were equal. */
export type CodePointUnits = { readonly a: string; readonly b: string }

/**
 * Rewrites two texts so that algorithms on UTF-16 code units count code points. Texts without surrogates stay as they are. Code
 * points that occur in one text only never match, so they all share one unit; each code point of both texts gets its own.
 *
 * @param capacity How many units there are.
 * @returns undefined if there are more shared code points than units.
 */
export function codePointUnits(a: string, b: string, capacity = 0x1_00_00): CodePointUnits | undefined {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return { a, b }
  const inA = codePoints(a)
  const inB = codePoints(b)
  const known = new Set(inA)
  const units = new Map<string, string>()
  for (const point of inB) if (known.has(point) && !units.has(point)) units.set(point, String.fromCharCode(units.size + FIRST_SHARED))
  if (units.size + FIRST_SHARED > capacity) return undefined
  return { a: inA.map((point) => units.get(point) ?? ONLY_A).join(''), b: inB.map((point) => units.get(point) ?? ONLY_B).join('') }
}

const SURROGATE = /[\uD800-\uDFFF]/
const ONLY_A = '\u0000'
const ONLY_B = '\u0001'
const FIRST_SHARED = 2

const MODULUS = 2_147_483_647
const MULTIPLIER = 48_271
/** Modulus = multiplier · QUOTIENT + REMAINDER: with them no step leaves 32 bits, which is what makes it fast. */
const QUOTIENT = 44_488
const REMAINDER = 3399

/**
 * The same numbers in [0, 1) for the same seed: Lehmer's generator, modulus 2^31 − 1, multiplier 48271 (Park and Miller, 1993; the
 * minstd_rand of C++), computed as Schrage (1979) does. It repeats after 2^31 − 2 numbers. For simulation, never for secrets.
 *
 * @throws RangeError for a seed that is not finite.
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isFinite(seed)) throw new RangeError(`seededRandom: the seed ${seed} is not finite`)
  const rest = Math.trunc(seed) % (MODULUS - 1)
  let state = (rest < 0 ? rest + MODULUS - 1 : rest) + 1
  return () => {
    const high = (state / QUOTIENT) | 0
    state = (MULTIPLIER * (state - high * QUOTIENT) - REMAINDER * high) | 0
    if (state < 0) state = (state + MODULUS) | 0
    return state / MODULUS
  }
}

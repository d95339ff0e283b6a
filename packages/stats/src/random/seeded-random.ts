const MODULUS = 2_147_483_647
const MULTIPLIER = 48_271
/** The product above its lowest 31 bits, as a share of the state; exact, since the product has 47 bits. */
const ABOVE = MULTIPLIER / 2 ** 31

/**
 * The same numbers in [0, 1) for the same seed: Lehmer's generator, modulus 2^31 − 1, multiplier 48271 (Park and Miller, 1993; the
 * minstd_rand of C++), without a division: 2^31 is 1 under this modulus, so the bits above 31 are added to those below.
 * It repeats after 2^31 − 2 numbers. For simulation, never for secrets.
 *
 * @throws RangeError for a seed that is not finite.
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isFinite(seed)) throw new RangeError(`seededRandom: the seed ${seed} is not finite`)
  const rest = Math.trunc(seed) % (MODULUS - 1)
  let state = (rest < 0 ? rest + MODULUS - 1 : rest) + 1
  return () => {
    const next = ((Math.imul(state, MULTIPLIER) & MODULUS) - MODULUS + ((state * ABOVE) | 0)) | 0
    state = next < 0 ? (next + MODULUS) | 0 : next
    return state / MODULUS
  }
}

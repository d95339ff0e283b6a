/** The same numbers in [0, 1) for the same seed: Lehmer's generator, modulus 2^31 − 1, multiplier 48271 (Park, Miller 1993). */
export function seededRandom(seed: number): () => number {
  let state = (Math.trunc(seed) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

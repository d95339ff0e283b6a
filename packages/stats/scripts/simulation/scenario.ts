import type { Ends } from '../../src/index.ts'

/** One simulated data set: its true values, and the intervals computed from it. */
export type Draw = readonly { readonly interval: string; readonly truth: number; readonly ends: Ends | null }[]

export type Scenario = {
  readonly name: string
  /** `p` is the mean in question, `n` the rows or clusters. */
  readonly draw: (random: () => number, p: number, n: number) => Draw
}

export const yes = (random: () => number, p: number): 0 | 1 => (random() < p ? 1 : 0)

/** Rows of one cluster are alike: each takes the cluster's own value with this probability, so that two correlate by its square. */
const ALIKE = 0.6

export function alike(random: () => number, ofCluster: 0 | 1, p: number): 0 | 1 {
  return random() < ALIKE ? ofCluster : yes(random, p)
}

/** 1 to 6 rows. */
export const clusterSize = (random: () => number): number => 1 + Math.floor(random() * 6)

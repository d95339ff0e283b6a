import type { Pair } from '../../src/index.ts'
import { yes } from './scenario.ts'

/** Simulated rows of two runs, and the true mean difference. */
type PairedSample = { readonly pairs: readonly Pair[]; readonly truth: number }

/** Draws `n` rows: each a cluster of its own, or five to a cluster. */
export type PairedModel = (random: () => number, n: number) => PairedSample

const CLUSTER_SIZE = 5

/** The size of a change of a row. */
export type Step = number | 'mixed'
const MIXED = [1, 1 / 2, 1 / 5]

/** The share of changes that are losses. */
export type Side = { readonly name: string; readonly losses: number }
export const SIDES: readonly Side[] = [
  { name: 'losses only', losses: 1 },
  { name: 'both alike', losses: 0.5 },
  { name: '3 : 1', losses: 0.75 },
]

/** Rows of which a share changes, each by one step. In half of the clusters all rows change alike. */
export function movingRows(share: number, step: Step, { losses }: Side, isClustered: boolean): PairedModel {
  const steps = step === 'mixed' ? MIXED : [step]
  const truth = (share * (1 - 2 * losses) * steps.reduce((sum, one) => sum + one, 0)) / steps.length
  const move = (random: () => number): number => {
    if (random() >= share) return 0
    const size = steps[Math.floor(random() * steps.length)] ?? 0
    return random() < losses ? -size : size
  }
  return (random, n) => ({ truth, pairs: eachRow(random, n, isClustered, move).map(({ value, cluster }) => pairOf(value, cluster)) })
}

/** How many of a row's claims are supported before any loss. */
const SUPPORTED = 0.85

export type JudgedModel = {
  readonly claims: number
  /** Of the claims supported in A, the share that B lost. */
  readonly lost: number
  /** The judge's error rate, drawn anew in each run. */
  readonly flips: number
  readonly isClustered?: boolean
}

/** Recall of two retrievers, by a judge with errors; the second one lost some claims. In half of the clusters all rows lose alike. */
export function judgedRows({ claims, lost, flips, isClustered = false }: JudgedModel): PairedModel {
  const truth = -SUPPORTED * lost * (1 - 2 * flips)
  const fates = (random: () => number): readonly { readonly held: 0 | 1; readonly kept: 0 | 1 }[] =>
    Array.from({ length: claims }, () => ({ held: yes(random, SUPPORTED), kept: yes(random, 1 - lost) }))
  return (random, n) => ({
    truth,
    pairs: eachRow(random, n, isClustered, fates).map(({ value, cluster }) => {
      const recall = (of: (fate: { readonly held: 0 | 1; readonly kept: 0 | 1 }) => 0 | 1): number =>
        value.reduce((sum, fate) => sum + (random() < flips ? 1 - of(fate) : of(fate)), 0) / claims
      return { a: recall(({ held }) => held), b: recall(({ held, kept }) => (kept === 1 ? held : 0)), cluster }
    }),
  })
}

/** Many rows lose a little and few gain a lot: the mean difference is 0, which a sign test cannot see. */
export const manySmallLosses: PairedModel = (random, n) => ({
  truth: 0,
  pairs: Array.from({ length: n }, () => {
    const drawn = random()
    return pairOf(drawn < 0.2 ? -1 / 20 : drawn < 0.21 ? 1 : 0, undefined)
  }),
})

function eachRow<Value>(
  random: () => number,
  n: number,
  isClustered: boolean,
  draw: (random: () => number) => Value,
): readonly { readonly value: Value; readonly cluster: string | undefined }[] {
  if (!isClustered) return Array.from({ length: n }, () => ({ value: draw(random), cluster: undefined }))
  return Array.from({ length: n / CLUSTER_SIZE }, (_, at) => {
    const shared = random() < 0.5 ? draw(random) : undefined
    return Array.from({ length: CLUSTER_SIZE }, () => ({ value: shared ?? draw(random), cluster: `c${at}` }))
  }).flat()
}

function pairOf(difference: number, cluster: string | undefined): Pair {
  return { a: Math.max(0, -difference), b: Math.max(0, difference), cluster }
}

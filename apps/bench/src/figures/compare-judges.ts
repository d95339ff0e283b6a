import {
  agreeWithP,
  type AverageEstimate,
  averageGain,
  averageOfMeans,
  binaryAgreement,
  confusionCounts,
  createClusterSums,
  holm,
  type JudgedPair,
  mcnemar,
  signFlipTest,
} from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { rateFigure } from './agreement-figures.ts'
import type { JudgeAgreement, JudgeComparison, RateFigure } from './bench-result.ts'
import { bySource, type FigureOptions } from './judge-figures.ts'
import { clusterOf, type Judged } from './judged.ts'

/** Below this adjusted p, a difference is significant. */
export const SIGNIFICANT = 0.05

const NO_ITEM = 'no item that both scored'

/** A comparison before adjustment. `parts` are the differences by source; empty if no item was scored by both. */
type Unadjusted = Omit<JudgeComparison, 'adjustedP' | 'difference'> & { readonly parts: readonly AverageEstimate[] }

/**
 * Compares every pair of judges on the items that both scored: the difference of their headlines, a paired sign-flip test over clusters,
 * and p adjusted by Holm over all pairs of a family. Pairs with a baseline are a family of their own, so that they do not make it harder to
 * tell judges apart. The intervals of a family hold simultaneously, and contain 0 exactly where the adjusted p is .05 or more.
 */
export function compareJudges(items: readonly FixtureItem[], judged: readonly Judged[], options: FigureOptions): JudgeComparison[] {
  const pairs = pairsOf(judged).map(([a, b]) => compared(items, a, b, options))
  const [judges, baselines] = [adjusted(pairs, 'judges', options), adjusted(pairs, 'baseline', options)]
  return [...judges, ...baselines]
}

/** How often two judges agree, right or wrong. */
export function judgeAgreement(items: readonly FixtureItem[], judged: readonly Judged[]): JudgeAgreement[] {
  return pairsOf(judged).map(([a, b]) => {
    const both = jointly(items, a, b)
    const { accuracy, kappa } = binaryAgreement(
      confusionCounts(
        both.map((pair) => pair.a),
        both.map((pair) => pair.b),
      ),
    )
    return { a: a.judge.key, b: b.judge.key, items: both.length, agreement: accuracy, kappa }
  })
}

function compared(items: readonly FixtureItem[], a: Judged, b: Judged, { level, apart }: FigureOptions): Unadjusted {
  const own = items.filter(({ source }) => !apart.includes(source))
  const sources = Array.from(bySource(own).values(), (group) => jointly(group, a, b)).filter((pairs) => pairs.length > 0)
  const all = sources.flat()
  const clusters = new Set(all.map(({ cluster }) => cluster))
  const family = a.judge.isBaseline || b.judge.isBaseline ? 'baseline' : 'judges'
  const base = { a: a.judge.key, b: b.judge.key, family, items: all.length, clusters: clusters.size } as const
  if (all.length === 0) {
    return { ...base, parts: [], p: null, noP: NO_ITEM, mcnemar: null }
  }
  const parts = sources.map((pairs) => averageGain(pairs, level).average)
  const oneSided = parts.find(({ mean }) => mean === null)
  const { p, noP } = oneSided === undefined ? signFlipTest(clusterGains(sources)) : { p: null, noP: oneSided.noInterval }
  return { ...base, parts, p, noP, mcnemar: clusters.size === all.length ? mcnemarOf(all) : null }
}

type Pair = JudgedPair & { readonly cluster: string }

function jointly(items: readonly FixtureItem[], a: Judged, b: Judged): Pair[] {
  const pairs: Pair[] = []
  for (const item of items) {
    const one = a.verdicts.get(item.id)?.verdict ?? null
    const other = b.verdicts.get(item.id)?.verdict ?? null
    if (one !== null && other !== null) pairs.push({ human: item.label, a: one, b: other, cluster: clusterOf(item) })
  }
  return pairs
}

/** The contribution of each cluster to the difference of the headlines. Sources have equal weight, and so have the two labels of a source. */
function clusterGains(sources: readonly (readonly Pair[])[]): number[] {
  const gains = createClusterSums()
  for (const pairs of sources) {
    const supported = pairs.filter(({ human }) => human === 1).length
    for (const { human, a, b, cluster } of pairs) {
      const size = human === 1 ? supported : pairs.length - supported
      gains.add((Number(b === human) - Number(a === human)) / (2 * size * sources.length), cluster)
    }
  }
  return gains.result().map(({ sum }) => sum)
}

function mcnemarOf(pairs: readonly Pair[]): JudgeComparison['mcnemar'] {
  const onlyRight = (of: 'a' | 'b', not: 'a' | 'b'): number =>
    pairs.filter((pair) => pair[of] === pair.human && pair[not] !== pair.human).length
  return mcnemar(onlyRight('a', 'b'), onlyRight('b', 'a'))
}

function adjusted(pairs: readonly Unadjusted[], family: Unadjusted['family'], { level }: FigureOptions): JudgeComparison[] {
  const own = pairs.filter((pair) => pair.family === family)
  const tested = own.flatMap(({ p }, at) => (p === null ? [] : [{ p, at }]))
  const byPlace = new Map(holm(tested.map(({ p }) => p)).map((p, rank) => [tested[rank]?.at, p]))
  return Array.from(own, ({ parts, ...pair }, at) => {
    const adjustedP = byPlace.get(at) ?? null
    return { ...pair, difference: differenceBeside(adjustedP, parts, { level, pairs: tested.length }), adjustedP }
  })
}

/** A simultaneous interval: Bonferroni over the pairs of the family. An end that contradicts the adjusted p is moved. */
function differenceBeside(
  p: number | null,
  parts: readonly AverageEstimate[],
  { level, pairs }: { readonly level: number; readonly pairs: number },
): RateFigure {
  if (parts.length === 0) return { value: null, interval: null, noInterval: NO_ITEM }
  const figure = rateFigure(averageOfMeans(parts, { level: 1 - (1 - level) / Math.max(1, pairs), of: 'differences' }))
  const { value, interval } = figure
  if (value === null || interval === null) return figure
  const ends = p === null ? interval : agreeWithP(interval, { difference: value, p, level })
  return { ...figure, interval: { ...interval, ...ends, level } }
}

function pairsOf(judged: readonly Judged[]): (readonly [Judged, Judged])[] {
  return judged.flatMap((a, at) => judged.slice(at + 1).map((b) => [a, b] as const))
}

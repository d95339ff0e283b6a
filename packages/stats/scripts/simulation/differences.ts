import { averageGain, type Pair, pairedDifference } from '../../src/index.ts'
import { pseudoPairInterval } from './paired-outcomes.ts'
import { alike, clusterSize, type Draw, type Scenario, yes } from './scenario.ts'

/** b repeats a's answer with this probability, and is right a little less often otherwise. */
const SAME = 0.6
const LESS = 0.9

const expected = (p: number): number => (1 - SAME) * (LESS - 1) * p

function second(random: () => number, a: 0 | 1, p: number): 0 | 1 {
  return random() < SAME ? a : yes(random, LESS * p)
}

function intervalsOf(pairs: readonly Pair[], truth: number): Draw {
  return [
    { interval: 'sign-flip-score', truth, ends: pairedDifference(pairs).interval },
    { interval: 't, pseudo-pairs at −1 and 1', truth, ends: pseudoPairInterval(pairs) },
  ]
}

export const differenceOfRows: Scenario = {
  name: 'mean difference of paired rows',
  draw(random, p, n) {
    const pairs = Array.from({ length: n }, () => {
      const a = yes(random, p)
      return { a, b: second(random, a, p) }
    })
    return intervalsOf(pairs, expected(p))
  },
}

export const differenceOfClusters: Scenario = {
  name: 'mean difference over clusters of 1–6 alike pairs',
  draw(random, p, n) {
    const pairs = Array.from({ length: n }, (_, at) => {
      const [ownA, cluster] = [yes(random, p), `c${at}`]
      const ownB = second(random, ownA, p)
      return Array.from({ length: clusterSize(random) }, () => {
        const isOwn = random() < 0.6
        const a = isOwn ? ownA : yes(random, p)
        return { a, b: isOwn ? ownB : second(random, a, p), cluster }
      })
    })
    return intervalsOf(pairs.flat(), expected(p))
  },
}

export const balancedAccuracyOfTwo: Scenario = {
  name: 'difference in balanced accuracy, clusters of both labels',
  draw(random, p, n) {
    const items = Array.from({ length: n }, (_, at) => {
      const own = yes(random, p)
      return Array.from({ length: 1 + clusterSize(random) }, () => {
        const human = yes(random, 0.5)
        const rightA = alike(random, own, p)
        const rightB = second(random, rightA, p)
        const label = (right: 0 | 1): 0 | 1 => (right === 1 ? human : human === 1 ? 0 : 1)
        return { human, a: label(rightA), b: label(rightB), cluster: `c${at}` }
      })
    })
    // Without moving an end to agree with p: the test would take long over so many draws.
    return [{ interval: 'welch-t-pseudo-clusters', truth: expected(p), ends: averageGain(items.flat(), 0.95).average.interval }]
  },
}

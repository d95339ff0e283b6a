import { averageOfMeans, createClassRates, type JudgedItem } from '../../src/index.ts'
import { alike, clusterSize, type Draw, type Scenario, yes } from './scenario.ts'

/** The TNR for a TPR of p. It differs, so that mixing up the two would show. */
const TNR = 0.7

function judged(human: 0 | 1, isRight: 0 | 1): 0 | 1 {
  return isRight === 1 ? human : human === 1 ? 0 : 1
}

function intervalsOf(items: readonly JudgedItem[], tprTruth: number, tnrTruth: number): Draw {
  const rates = createClassRates()
  for (const item of items) rates.add(item)
  const { tpr, tnr, balancedAccuracy } = rates.result()
  const truth = (tprTruth + tnrTruth) / 2
  return [
    { interval: 'TPR', truth: tprTruth, ends: tpr.interval },
    { interval: 'TNR', truth: tnrTruth, ends: tnr.interval },
    { interval: 'balanced accuracy', truth, ends: balancedAccuracy.interval },
    { interval: 'balanced accuracy, Welch without covariance', truth, ends: averageOfMeans([tpr, tnr]).interval },
  ]
}

export const ratesOfRows: Scenario = {
  name: `a judge on 2n rows, half of them with label 1, TPR p, TNR ${TNR}`,
  draw(random, p, n) {
    const items = Array.from({ length: 2 * n }, (): JudgedItem => {
      const human = yes(random, 0.5)
      return { human, judge: judged(human, yes(random, human === 1 ? p : TNR)) }
    })
    return intervalsOf(items, p, TNR)
  },
}

export const ratesOfClusters: Scenario = {
  name: 'a judge on clusters of 2–7 rows of both labels, hard and easy ones, TPR and TNR p',
  draw(random, p, n) {
    const items = Array.from({ length: n }, (_, at) => {
      const own = yes(random, p)
      return Array.from({ length: 1 + clusterSize(random) }, (): JudgedItem => {
        const human = yes(random, 0.5)
        return { human, judge: judged(human, alike(random, own, p)), cluster: `c${at}` }
      })
    })
    return intervalsOf(items.flat(), p, p)
  },
}

import { type BinaryAgreement, binaryAgreement, type ConfusionCounts, type Label } from '../agreement/binary-agreement.ts'
import { type AverageEstimate, averageOfMeans } from './average-of-means.ts'
import { type ClusterMean, createClusterMean } from './cluster-mean.ts'
import { estimateOf, type MeanEstimate } from './mean-estimator.ts'
import { checkLevel } from './t-interval.ts'

export type JudgedItem = { readonly human: Label; readonly judge: Label; readonly cluster?: string | undefined }

export type ClassRates = {
  readonly counts: ConfusionCounts
  readonly agreement: BinaryAgreement
  /** The share of items with human label 1 that the judge labels 1 (sensitivity, recall). */
  readonly tpr: MeanEstimate
  /** The share of items with human label 0 that the judge labels 0 (specificity). */
  readonly tnr: MeanEstimate
  /** (TPR + TNR) / 2. */
  readonly balancedAccuracy: AverageEstimate
}

export type ClassRateCounter = {
  readonly add: (item: JudgedItem) => void
  /** The result so far; more may be added afterwards. */
  readonly result: () => ClassRates
}

/**
 * How a judge's labels agree with people's, from a stream, with intervals: TPR and TNR each as a mean over the clusters of its own class
 * (`createMeanEstimator`), balanced accuracy as their unweighted mean (`averageOfMeans`). Clusters with both labels make the rates
 * correlated: the covariance over shared clusters goes into the interval, and the degrees of freedom are at most those of the smaller
 * class. Without this, coverage on such data falls to 86%.
 *
 * @throws RangeError for a level outside (0, 1).
 */
export function createClassRates({ level = 0.95 }: { readonly level?: number } = {}): ClassRateCounter {
  checkLevel(level, 'createClassRates')
  const [positives, negatives] = [createClusterMean(0), createClusterMean(0)]
  return {
    add({ human, judge, cluster }) {
      if (human === 1) positives.add(judge, cluster)
      else negatives.add(1 - judge, cluster)
    },
    result() {
      const counts = countsOf(positives, negatives)
      const tpr = rateOf(positives, level, 1)
      const tnr = rateOf(negatives, level, 0)
      return {
        counts,
        agreement: binaryAgreement(counts),
        tpr,
        tnr,
        balancedAccuracy: averageOfMeans([tpr, tnr], { level, ...sharedClusters([positives, tpr], [negatives, tnr]) }),
      }
    },
  }
}

function countsOf(positives: ClusterMean, negatives: ClusterMean): ConfusionCounts {
  const [tp, tn] = [positives.sum(), negatives.sum()]
  return { tp, fp: negatives.count() - tn, fn: positives.count() - tp, tn }
}

function rateOf(values: ClusterMean, level: number, label: Label): MeanEstimate {
  const estimate = estimateOf(values, level, 0)
  if (estimate.noInterval === null) return estimate
  const reason = estimate.count === 0 ? `no item with human label ${label}` : `human label ${label}: ${estimate.noInterval}`
  return { ...estimate, noInterval: reason }
}

type Part = readonly [ClusterMean, MeanEstimate]

/** The covariance of two means over their shared clusters, and the remaining degrees of freedom. */
export function sharedClusters([one, first]: Part, [other, second]: Part): { readonly covariance?: number; readonly maxDf?: number } {
  if (first.enlarged === null || second.enlarged === null) return {}
  let covariance = 0
  let shared = 0
  for (const name of one.names()) {
    if (!other.has(name)) continue
    shared += 1
    covariance += one.residual(name, first.enlarged.centre) * other.residual(name, second.enlarged.centre)
  }
  return shared === 0 ? {} : { covariance, maxDf: Math.min(first.enlarged.df, second.enlarged.df) }
}

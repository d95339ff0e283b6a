export { type Ends, type Figure, type IntervalFigure } from './figure.ts'

export { createDistribution, type Distribution, type DistributionCounter, type Quantiles } from './spread/distribution.ts'
export { meanInAnyOrder } from './spread/sum-in-any-order.ts'
export { addTo, type CompensatedSum, emptySum, totalOf } from './spread/compensated-sum.ts'

export {
  createMeanEstimator,
  type MeanEstimate,
  type MeanEstimator,
  type MeanEstimatorOptions,
  type MeanInterval,
} from './intervals/mean-estimator.ts'
export { type EnlargedMean } from './intervals/cluster-mean.ts'
export {
  type AverageEstimate,
  type AverageInterval,
  averageOfMeans,
  type AverageOptions,
  type AveragePart,
} from './intervals/average-of-means.ts'
export { type ClassRateCounter, type ClassRates, createClassRates, type JudgedItem } from './intervals/class-rates.ts'
export { wilsonInterval } from './intervals/wilson.ts'
export { clopperPearsonLower } from './intervals/clopper-pearson.ts'

export {
  type BinaryAgreement,
  binaryAgreement,
  type BinaryMeasure,
  confusionCounts,
  type ConfusionCounts,
  type Label,
} from './agreement/binary-agreement.ts'
export { type AgreementCounter, createKrippendorffAlpha, type KrippendorffAlpha } from './agreement/krippendorff-alpha.ts'
export { createFlipRate, type FlipCounter, type FlipRate } from './agreement/flip-rate.ts'
export { fMeasure, mostBeta } from './agreement/f-measure.ts'
export { rocAuc } from './agreement/roc-auc.ts'
export { brierScore } from './agreement/brier-score.ts'
export { type CalibrationError, expectedCalibrationError } from './agreement/calibration-error.ts'
export { kendallTauB } from './agreement/kendall-tau.ts'
export { meanAbsoluteError } from './agreement/mean-absolute-error.ts'

export {
  type DifferenceInterval,
  type DifferenceOptions,
  fewestShown,
  type Pair,
  type PairedDifference,
  pairedDifference,
} from './significance/paired-difference.ts'
export {
  type DifferenceOfRuns,
  pairedDifferences,
  type RowOfRuns,
  type SeveralDifferenceOptions,
} from './significance/paired-differences.ts'
export { type RankedRuns, type RankOptions, rankRuns, type RunStanding, type RunVerdict, type ValueRow } from './significance/rank-runs.ts'
export { bestRuns } from './significance/best-runs.ts'
export { significanceLetters } from './significance/significance-letters.ts'
export {
  averageGain,
  type BalancedAccuracyDifference,
  balancedAccuracyDifference,
  type JudgedPair,
} from './significance/balanced-accuracy-difference.ts'
export { agreeWithP, type Tested } from './significance/agree-with-p.ts'
export { createClusterSums, type ClusterSums } from './significance/cluster-sums.ts'
export { type SignFlip, signFlipTest } from './significance/sign-flip.ts'
export { type McNemar, mcnemar } from './significance/mcnemar.ts'
export { holm } from './significance/holm.ts'

export { percentileBootstrap } from './bootstrap/percentile-bootstrap.ts'
export { bcaBootstrap } from './bootstrap/bca-bootstrap.ts'
export { type BootstrapOptions } from './bootstrap/resample.ts'

export { type CorrectedInterval, type CorrectedMean, correctedMean } from './bias/corrected-mean.ts'
export { type RowMoments } from './bias/enlarged-rows.ts'
export { type LabelledRows } from './bias/labelled-rows.ts'
export { type LabelsNeeded, labelsNeeded } from './bias/labels-needed.ts'
export { type PpiWald, ppiWald, type PpiWaldOptions } from './bias/ppi-wald.ts'
export { type RoganGladen, roganGladen } from './bias/rogan-gladen.ts'

export { studentTQuantile } from './probability/student-t.ts'
export { normalCdf, normalQuantile } from './probability/normal.ts'
export { seededRandom } from './random/seeded-random.ts'

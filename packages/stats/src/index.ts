export { createDistribution, type Distribution, type DistributionCounter, type Quantiles } from './distribution.ts'
export {
  createMeanEstimator,
  type MeanEstimate,
  type MeanEstimator,
  type MeanEstimatorOptions,
  type MeanInterval,
} from './mean-estimator.ts'
export { addTo, type CompensatedSum, emptySum, totalOf } from './compensated-sum.ts'
export { studentTQuantile } from './student-t.ts'
export { rocAuc } from './roc-auc.ts'
export { clopperPearsonLower } from './clopper-pearson.ts'
export { type AgreementCounter, createKrippendorffAlpha, type KrippendorffAlpha } from './krippendorff-alpha.ts'

export { type Agreement, agreementOf } from './agreement.ts'
export { callVerifier, type VerifierAnswer } from './call-verifier.ts'
export { type Against, type Cells, openCells, type RowTexts, sideBySide, type Split } from './cells.ts'
export { checkClaims } from './check-claims.ts'
export {
  type ClaimJudgeOptions,
  type ClaimOptions,
  type ClaimPortOptions,
  type ClaimSteps,
  claimSteps,
  judgeOptionNames,
  voted,
} from './claim-steps.ts'
export { verdictsDetail, type ClaimsDetail, claimsDetail, failedDetail, lacksQuote } from './claims-detail.ts'
export { type JudgedRow, judgedMetric, type Outcome } from './judged-metric.ts'
export {
  claimIdentity,
  combinedHash,
  type GraderDetail,
  graderIdentity,
  itemIdentity,
  metricConfig,
  type MetricIdentity,
  type MetricNaming,
  metricSignature,
  type StepsDetail,
} from './metric-identity.ts'
export {
  checkedModel,
  checkItemJudge,
  checkName,
  checkPrompts,
  has,
  isExtractor,
  isVerifier,
  optionFault,
  refuseOptions,
} from './option-checks.ts'
export { rowOutcomes, withoutClaims } from './row-outcomes.ts'
export { countText, openOutcome, shareOutcome, shareReason, type Wording } from './share-outcome.ts'
export { isSupported, tally, type Tally } from './tally.ts'
export { type Uncovered, uncovered } from './uncovered.ts'
export { summarizeVerdicts } from './verdict-summary.ts'

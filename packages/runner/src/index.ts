export type { DataRowLike, EvaluatedRow, RowResult } from './rows/data-row.ts'
export type { CalledModel, RunEvent } from './calls/run-event.ts'
export type { Check, CheckSet, MetricChoice, RowChecks } from './checks/check.ts'
export type { RowGate, SetGate } from './checks/row-gate.ts'
export type { SkippedCheck } from './checks/skipped-check.ts'
export { evaluate, type Evaluation } from './evaluate.ts'
export type { EvaluateOptions } from './evaluate-options.ts'
export type { Stopped } from './calls/failure-watch.ts'
export { systemCauses } from './calls/system-causes.ts'
export { inputHash } from './rows/input-hash.ts'
export { textAt } from './rows/text-at.ts'
export type { MetricSummary } from './summary/metric-summary.ts'
export type { EvaluationData } from './rows/row-source.ts'
export type { GroupComparison } from './summary/group-comparison.ts'
export type { GroupSummary } from './summary/group-table.ts'
export type { LatencySummary } from './summary/latencies.ts'
export type { RunAbout, RunInfo, RunMetric, RunSummary } from './summary/run-summary.ts'
export type { SkippedKind, SkippedSummary } from './summary/skipped-summary.ts'
export { type Budget, type BudgetLimits, type CallEstimate, createBudget, type Reservation } from './money/budget.ts'
export { type AdapterCost, type CostMeter, createCostMeter } from './money/cost-meter.ts'
export { addCosts, type Cost, noCost } from './money/cost.ts'
export { costOf, type CostOptions, type MostTokens, type PricedAdapter } from './money/cost-of.ts'
export { createServiceTiers, type ServiceTiers } from './calls/service-tiers.ts'
export { createPriceList, priceListOf, type PriceList } from './money/price-list.ts'
export type { Price, TokenPrices } from './money/price.ts'
export type { Limiters } from './limit/limiters.ts'
export { createRunLimiters, type RunLimitersOptions } from './limit/run-limiters.ts'
export { ageMs } from './settings/age.ts'
export { runSettings, type RunSettings } from './settings/run-settings.ts'
export { createProgress, type Progress, type ProgressSnapshot } from './progress/progress.ts'
export { type ProgressStream, type RunningProgress, startProgress, type StartProgressOptions } from './progress/start-progress.ts'
export {
  type AdapterStats,
  type FolderReplyStore,
  type FoundReply,
  type FoundVectors,
  adapterJson,
  parseAdapter,
  parseCall,
  parseReply,
  storedCallJson,
  type NowOrLater,
  type StoredAdapter,
  type StoredReply,
  type StoredRun,
  type StoredVector,
  openReplyStore,
  type OpenReplyStoreOptions,
  type Pruned,
  type PruneOptions,
  type PutOptions,
  type ReplyStore,
  replyStoreFile,
  type RunJournal,
  setReplyStoreAside,
  type StoreProblem,
  type StoreStats,
  vectorKey,
} from './store/index.ts'
export { dryRun, type DryRunOptions } from './dry-run/dry-run.ts'
export type { DryRunLine, DryRunReport } from './dry-run/dry-run-report.ts'
export type { Rehearse } from './dry-run/rehearsal-runtime.ts'

export { contextRecall } from './context-recall.ts'
export type { ContextRecallDetail } from './context-recall-detail.ts'
export type { AssessorOptions, ContextRecallOptions, JudgeOptions, PortOptions } from './context-recall-options.ts'
export type { Agreement, Uncovered } from '@assay/metric-kit'

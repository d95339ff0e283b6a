export { contextRecall } from './context-recall.ts'
export type { ContextRecallDetail } from './context-recall-detail.ts'
export type { ContextRecallOptions, JudgeOptions, PortOptions } from './context-recall-options.ts'
export type { Uncovered } from './uncovered.ts'

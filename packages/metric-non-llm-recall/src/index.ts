export {
  nonLlmContextRecall,
  type NonLlmRecallDetail,
  type NonLlmRecallField,
  type ReferenceContextResult,
} from './non-llm-context-recall.ts'
export type { BestMatch } from './match-context.ts'
export type { NonLlmRecallOptions } from './recall-settings.ts'

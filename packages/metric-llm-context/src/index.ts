export { contextEntityRecall, type ContextEntityRecallDetail, type ContextEntityRecallOptions } from './context-entity-recall.ts'
export { contextPrecision, type ContextPrecisionDetail, type ContextPrecisionOptions } from './context-precision.ts'
export { contextRelevance, type ContextRelevanceDetail, type ContextRelevanceOptions, type RetrievedSentence } from './context-relevance.ts'
export type { RetrievedContext } from './retrieved-items.ts'

export { idBasedContextRecall, type IdRecallDetail, type IdRecallField, type IdRecallOptions } from './id-based-context-recall.ts'

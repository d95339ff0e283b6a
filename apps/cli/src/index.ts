export { type AssayConfig, defineConfig } from './settings/define-config.ts'
export {
  AssayError,
  defineMetric,
  type EmbeddingAdapter,
  type GivenSample,
  type LLMAdapter,
  type Metric,
  type MetricDefinition,
  type Runtime,
  type Sample,
  type Score,
  scored,
  type SimilarityFn,
  unknownUsage,
  unscored,
} from '@assay/core'
export { contextRecall, judgeFrom, metricFrom, register, similarityFrom } from '@assay/catalog'
export { type Dataset, readDataset, readRecords, readTrec, readTrecQrels, readTrecRun } from '@assay/datasets'
export {
  calibrate,
  cascade,
  type ClaimExtractor,
  type ClaimVerifier,
  estimateTokens,
  lexicalScreen,
  llmClaimRelevance,
  llmExtractor,
  llmSentenceRelevance,
  llmUsefulness,
  llmVerifier,
  panel,
  rehearsedReply,
  rubricAssessor,
  sentenceExtractor,
  shippedPrompts,
  singlePassAssessor,
  votes,
} from '@assay/judge'
export { fBeta, firstScored, mapSample, weightedMean } from '@assay/metric-composite'
export {
  averagePrecision,
  hitAtK,
  idBasedContextPrecision,
  idBasedContextRecall,
  ndcgAtK,
  precisionAtK,
  recallAtK,
  reciprocalRank,
} from '@assay/metric-id-recall'
export {
  answerRelevancy,
  claimUtilization,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  llmRubric,
  noiseSensitivity,
  selfKnowledge,
} from '@assay/metric-llm-answer'
export { contextEntityRecall, contextPrecision, contextRelevance } from '@assay/metric-llm-context'
export { nonLlmAveragePrecisionRetrieved, nonLlmContextPrecision, nonLlmContextRecall } from '@assay/metric-non-llm-recall'
export {
  contains,
  containsAll,
  containsAny,
  containsJson,
  equals,
  icontains,
  icontainsAll,
  icontainsAny,
  isJson,
  jsonSchema,
  regex,
  startsWith,
  withinEdits,
} from '@assay/metric-text'
export {
  defineMetricEntry,
  defineProviderEntry,
  defineSimilarityEntry,
  type MetricEntry,
  type ProviderEntry,
  type SimilarityEntry,
} from '@assay/options'
export { type AiSdkModelOptions, fromAiSdk } from '@assay/provider-ai-sdk'
export { anthropic, type AnthropicModelOptions, type AnthropicOptions, createAnthropic } from '@assay/provider-anthropic'
export { fromLangChain, type LangChainOptions } from '@assay/provider-langchain'
export { createOllama, ollama, type OllamaModelOptions, type OllamaOptions } from '@assay/provider-ollama'
export {
  type AzureOpenAIOptions,
  createAzureOpenAI,
  createOpenAI,
  openai,
  type OpenAIModelOptions,
  type OpenAIOptions,
} from '@assay/provider-openai'
export { record, replay, type ReplayOptions } from '@assay/provider-recorded'
export { renderDryRun, resultTable } from '@assay/reporters'
export {
  type Check,
  costOf,
  createPriceList,
  dryRun,
  evaluate,
  type EvaluatedRow,
  type EvaluateOptions,
  type Evaluation,
  type StoredReply,
  openReplyStore,
  type FolderReplyStore,
  type ReplyStore,
  type RowChecks,
  type RunEvent,
  type RunSummary,
} from '@assay/runner'
export { openPostgresStore, type OpenPostgresStoreOptions } from '@assay/store-postgres'
export { type Scorer, type ScorerArgs, type ScorerOptions, toScorer } from '@assay/scorer'
export {
  bleu,
  chrf,
  containment,
  defineSimilarity,
  diceBigram,
  embeddingSimilarity,
  exact,
  hamming,
  jaccard,
  jaro,
  jaroWinkler,
  levenshtein,
  rougeLF,
  rougeLRecall,
  substring,
  tfidfCosine,
  tokenOverlap,
} from '@assay/similarity'
export { exportRecording, type Exported } from './commands/store/export-recording.ts'
export { importRecording, type Imported } from './commands/store/import-recording.ts'

export { AssayError, type Metric, type Sample, type Score } from '@assay/core'
export { judgeFrom, metricFrom, register, similarityFrom } from '@assay/catalog'
export { readDataset, readTrec, readTrecQrels, readTrecRun } from '@assay/datasets'
export {
  calibrate,
  cascade,
  estimateTokens,
  lexicalScreen,
  llmExtractor,
  llmVerifier,
  panel,
  rubricAssessor,
  sentenceExtractor,
  shippedPrompts,
  singlePassAssessor,
  votes,
} from '@assay/judge'
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
export { contextRecall } from '@assay/metric-llm-recall'
export { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
export { anthropic, type AnthropicModelOptions, type AnthropicOptions, createAnthropic } from '@assay/provider-anthropic'
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
export { evaluate } from '@assay/runner'
export {
  bleu,
  chrf,
  containment,
  defineMeasure,
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

export { abortedError } from './aborted-error.ts'
export { AssayError, type AssayErrorKind, type AssayErrorOptions, type ErrorInfo, withUsage } from './assay-error.ts'
export { attemptLoop, type Attempted, type AttemptLoopOptions } from './attempt-loop.ts'
export { type BatchSizes, createBatchSizes } from './batch-sizes.ts'
export { callJson, callKey } from './call-key.ts'
export { canonicalJson } from './canonical-json.ts'
export { type Clock, systemClock, timerMs } from './clock.ts'
export { configError } from './config-error.ts'
export { defineMetric, type MetricDefinition } from './define-metric.ts'
export {
  callAdapter,
  type AdapterResult,
  type CallAdapterOptions,
  createDirectRuntime,
  directRuntime,
  type DirectRuntimeOptions,
  embedInBatches,
} from './direct-runtime.ts'
export { type ContextLike, readContexts } from './context-text.ts'
export type { Embedded, EmbeddingAdapter } from './embedding-adapter.ts'
export { isEngineLimit } from './engine-limit.ts'
export { errorChain, errorMessage, isErrorNamed } from './error-chain.ts'
export { isRecord } from './is-record.ts'
export type { JsonObject, JsonSchema, JsonValue } from './json.ts'
export type {
  FinishReason,
  GivenUp,
  LLMAdapter,
  LLMCall,
  LLMCapabilities,
  LLMMessage,
  LLMReply,
  LLMRequestOptions,
  OutputMode,
} from './llm-adapter.ts'
export { type MeteredRuntime, meterRuntime, usageOfFailure } from './metered-runtime.ts'
export { type AnyMetric, type DetailSummarizer, fieldsRead, type Metric, type MetricConfig, type MetricKind } from './metric.ts'
export { isNeverSent } from './network-codes.ts'
export { nextStepOf } from './next-step.ts'
export { isOutOfCredit } from './out-of-credit.ts'
export { createParameterFallback, type FallbackCall, isSameCall, type ParameterFallback } from './fallback/parameter-fallback.ts'
export { type ContextField, contextsOf, type GivenSample, readSample, textOf, withContextTexts } from './read-sample.ts'
export { redact, redactHead, redactKnown } from './redact.ts'
export { parseRetryAfter } from './retry-after.ts'
export { decideRetry, defaultRetryPolicy, type RetryDecision, type RetryPolicy, retryPolicyOf } from './retry-policy.ts'
export { roundedUp } from './rounded-up.ts'
export type { Generated, GenerateOptions, Runtime } from './runtime.ts'
export { type ContextId, hasFields, missingFields, type Sample, type SampleField, type SampleWith } from './sample.ts'
export {
  type Score,
  type ScoreCheck,
  scored,
  type ScoredScore,
  unscored,
  unscoredBy,
  type UnscoredCause,
  type UnscoredScore,
  type UnsignedScore,
} from './score.ts'
export { scoreRow, scoreRowNow } from './score-row.ts'
export { renderCompositeSignature, renderSignature, type SignaturePart, type SignatureValue } from './signature.ts'
export { shownText } from './shown-text.ts'
export type { SimilarityFn } from './similarity-fn.ts'
export { Suspended } from './suspended.ts'
export { estimateCallTokens, estimateTokens, mostCallTokens, mostTokens } from './token-estimate.ts'
export { addUsage, noUsage, unknownUsage, type Usage } from './usage.ts'

export { type AnthropicReply, type AnthropicScript, startFakeAnthropic } from './anthropic-protocol.ts'
export { type CheckResult, type ConformanceCheck, runChecks } from './conformance/conformance-check.ts'
export type {
  AdapterPlace,
  AdapterServer,
  LLMAdapterSubject,
  SeenCall,
  ServerAnswer,
  ServerFailure,
} from './conformance/llm-adapter/llm-adapter-subject.ts'
export { testLLMAdapter } from './conformance/llm-adapter/test-llm-adapter.ts'
export { testReplyStore } from './conformance/reply-store/test-reply-store.ts'
export { startPostgres, type TestPostgres } from './postgres/start-postgres.ts'
export { type MetricCheckOptions, testMetric } from './conformance/metric/test-metric.ts'
export { type SimilarityCheckOptions, testSimilarityFn } from './conformance/similarity/test-similarity-fn.ts'
export { type FakeServer, type RecordedRequest, startFakeServer, type WireFault, type WireReply } from './fake-server.ts'
export { type GoogleReply, type GoogleScript, startFakeGoogle } from './google-protocol.ts'
export { importByNode } from './import-by-node.ts'
export { inTurns } from './in-turns.ts'
export { type OllamaReply, type OllamaScript, type OllamaShow, startFakeOllama } from './ollama-protocol.ts'
export type { OpenAIDialectName } from './openai-dialects.ts'
export { type OpenAIReply, type OpenAIScript, startFakeOpenAI } from './openai-protocol.ts'
export { refusing, type WireRefusal } from './refusing.ts'
export { type RetryAfterForm, retryAfterForms } from './retry-after-forms.ts'
export { type CommandOutcome, type CommandSurroundings, runInProcess } from './run-in-process.ts'
export type { Script } from './script.ts'
export { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from './scripted-adapter.ts'
export { createStorm, type Storm, type StormOptions, type StormOutcome, type StormRecord } from './storm.ts'

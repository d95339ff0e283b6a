export type { AnswerKindDetail } from './answer-kind.ts'
export {
  answerRelevancy,
  type AnswerRelevancyDetail,
  type AnswerRelevancyOptions,
  type RelevancyByClaimsDetail,
  type RelevancyByQuestionsDetail,
} from './answer-relevancy.ts'
export { claimUtilization, type UtilizationDetail } from './claim-utilization.ts'
export {
  factualCorrectness,
  type FactualDetail,
  type FactualFDetail,
  type FactualMode,
  type FactualOptions,
} from './factual-correctness.ts'
export { faithfulness, type FaithfulnessOptions } from './faithfulness.ts'
export { factuality, type FactualityDetail, type FactualityOptions, type FactualityWeights } from './graded/factuality.ts'
export { llmRubric, type LLMRubricDetail, type LLMRubricOptions } from './graded/llm-rubric.ts'
export { hallucination } from './hallucination.ts'
export { type NoiseDetail, noiseSensitivity, type NoiseMode, type NoiseOptions } from './noise-sensitivity.ts'
export { selfKnowledge } from './self-knowledge.ts'

import { expect, test } from 'vitest'
import { createCatalog } from './catalog.ts'

const complaint = (type: string): Promise<string> =>
  createCatalog()
    .metricsIn(type)
    .then(() => 'known', String)

test.each([
  ['LLMContextRecall', 'Did you mean context-recall?'],
  ['ContextualRecallMetric', 'Did you mean context-recall?'],
  ['NonLLMContextRecall', 'Did you mean non-llm-context-recall?'],
  ['IDBasedContextRecall', 'Did you mean id-based-context-recall?'],
  ['NonLLMContextPrecisionWithReference', 'Did you mean non-llm-context-precision?'],
  ['LLMContextPrecisionWithReference', 'Did you mean context-precision?'],
  ['LLMContextPrecisionWithoutReference', 'That is context-precision with against: response (--against response).'],
  ['ResponseRelevancy', 'Did you mean answer-relevancy?'],
  ['answer-relevance', 'Did you mean answer-relevancy?'],
  ['context-faithfulness', 'Did you mean faithfulness?'],
  ['ContextualRelevancyMetric', 'Did you mean context-relevance?'],
  ['ContextEntitiesRecall', 'Did you mean context-entity-recall?'],
  ['model-graded-closedqa', 'Did you mean llm-rubric?'],
  ['noise_sensitivity_in_irrelevant', 'Did you mean noise-sensitivity-irrelevant?'],
  ['claim_recall', 'Did you mean context-recall?'],
  ['answer_correctness', 'factual-correctness is its factual part.'],
  ['ResponseGroundedness', 'faithfulness says which claims the contexts support.'],
])('%s is known from elsewhere, and named as it was written', async (type, says) => {
  const said = await complaint(type)
  expect(said).toContain(`There is no metric "${type}". `)
  expect(said).toContain(says)
})

test('context_utilization alone is an error that names both meanings', async () => {
  for (const type of ['context_utilization', 'ContextUtilization']) {
    expect(await complaint(type)).toMatch(
      /means two things: of ragas, .*context-precision with against: response; of RAGChecker, .*claim-utilization\./,
    )
  }
})

test('a slip is no foreign name', async () => {
  expect(await complaint('context-recal')).toContain('Did you mean context-recall?')
  expect(await complaint('nothing like it')).toMatch(/There is no metric "nothing like it"\. There are:/)
})

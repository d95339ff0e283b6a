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
  ['context_precision', 'by similarity and by ids it is non-llm-context-precision and id-based-context-precision.'],
  ['faithfulness', 'That is outside Assay, which measures recall'],
  ['ResponseRelevancy', 'That is outside Assay, which measures recall'],
])('%s is known from elsewhere, and named as it was written', async (type, says) => {
  const said = await complaint(type)
  expect(said).toContain(`There is no metric "${type}". `)
  expect(said).toContain(says)
})

test('a slip is no foreign name', async () => {
  expect(await complaint('context-recal')).toContain('Did you mean context-recall?')
  expect(await complaint('nothing like it')).toMatch(/There is no metric "nothing like it"\. There are:/)
})

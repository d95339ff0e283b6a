import { createCatalog } from '@assay/catalog'
import { contextRecall, firstScored, idBasedContextRecall, lexicalScreen, mapSample, nonLlmContextRecall, openai } from '../index.ts'
import { expect, it } from 'vitest'
import { mayCallModels } from './may-call-models.ts'

const judged = contextRecall({ judge: openai('m') })
const screened = contextRecall({ judge: lexicalScreen(), name: 'screened' })

it('a metric may ask a model where a judge, embeddings or unknown code is in it', async () => {
  const { metricFrom } = createCatalog()
  const embedded = await metricFrom({ type: 'non-llm-context-recall', similarity: 'embedding:openai:small' })
  for (const metric of [
    judged,
    firstScored(idBasedContextRecall(), screened, judged),
    embedded,
    nonLlmContextRecall({ similarity: () => 1 }),
  ])
    expect(mayCallModels(metric), metric.signature).toBe(true)
})

it('and no other', () => {
  const mapped = mapSample(idBasedContextRecall(), (sample) => sample, { name: 'mapped', needs: ['retrievedContextIds'] })
  for (const metric of [
    screened,
    idBasedContextRecall(),
    nonLlmContextRecall(),
    firstScored(idBasedContextRecall(), nonLlmContextRecall()),
    mapped,
  ])
    expect(mayCallModels(metric), metric.signature).toBe(false)
})

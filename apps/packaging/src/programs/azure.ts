import { contextRecall } from '@assay/metric-llm-recall'
import { createAzureOpenAI } from '@assay/provider-openai'
import { sample } from './sample.ts'

void contextRecall({ judge: createAzureOpenAI()('m') })
  .score(sample)
  .then(({ value, reason }) => console.log(JSON.stringify({ value, reason })))

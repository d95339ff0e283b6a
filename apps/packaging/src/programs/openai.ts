import { contextRecall } from '@assay/metric-llm-recall'
import { openai } from '@assay/provider-openai'
import { sample } from './sample.ts'

void contextRecall({ judge: openai('m') })
  .score(sample)
  .then(({ value, reason }) => console.log(JSON.stringify({ value, reason })))

import { contextRecall } from '@assay/metric-llm-recall'
import { anthropic } from '@assay/provider-anthropic'
import { sample } from './sample.ts'

void contextRecall({ judge: anthropic('m') })
  .score(sample)
  .then(({ value, reason }) => console.log(JSON.stringify({ value, reason })))

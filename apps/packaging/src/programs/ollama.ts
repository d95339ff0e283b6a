import { contextRecall } from '@assay/metric-llm-recall'
import { ollama } from '@assay/provider-ollama'
import { sample } from './sample.ts'

void contextRecall({ judge: ollama('m') })
  .score(sample)
  .then(({ value, reason }) => console.log(JSON.stringify({ value, reason })))

import { contextRecall } from '@assay/metric-llm-recall'
import { openai } from '@assay/provider-openai'
import { record, replay } from '@assay/provider-recorded'
import { sample } from './sample.ts'

async function main(): Promise<void> {
  await contextRecall({ judge: record(openai('m'), 'judge.jsonl') }).score(sample)
  const { value, reason } = await contextRecall({ judge: replay('judge.jsonl') }).score(sample)
  console.log(JSON.stringify({ value, reason }))
}
void main()

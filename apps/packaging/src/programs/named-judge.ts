import { contextRecall, evaluate, judgeFrom, metricFrom } from 'assay'
import { sample } from './sample.ts'

async function main(): Promise<void> {
  const byId = ['openai:m', 'anthropic:m', 'ollama:m'].map((judge) => contextRecall({ judge, name: judge }))
  const byCatalog = await metricFrom('context-recall', { judge: await judgeFrom('azure:m') })
  const { metrics } = await evaluate({ data: [sample], metrics: [...byId, byCatalog] }).result()
  console.log(JSON.stringify(Object.fromEntries(Object.entries(metrics).map(([name, { mean }]) => [name, mean]))))
}
void main()

import { evaluate, idBasedContextRecall, readRecords } from 'assay'

const columns = { retrieved_context_ids: '$.hits[*].doc', reference_context_ids: 'gold' }
const data = readRecords([{ hits: [{ doc: 'a' }, { doc: 'b' }], gold: ['a', 'c'] }], { columns })

async function main(): Promise<void> {
  const { run, metrics } = await evaluate({ data, metrics: [idBasedContextRecall()] }).result()
  console.log(JSON.stringify({ version: run.assayVersion, mean: metrics['id_based_context_recall']?.mean }))
}
void main()

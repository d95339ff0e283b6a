import { writeSync } from 'node:fs'
import { evaluate } from '@assay/runner'
import { openPostgresStore } from '../open-postgres-store.ts'
import { askingMetric, questions } from './ask.ts'

/** A run of its own process: asks a server by HTTP, and prints what came of it. */
const [url = '', server = '', count = '0', resume] = process.argv.slice(2)
const store = await openPostgresStore({ url, onWarning: (message) => writeSync(2, `${message}\n`) })
const metric = askingMetric(async (question) => {
  const response = await fetch(server, { method: 'POST', body: question })
  return response.text()
})
const evaluation = evaluate({ data: questions(Number(count)), metrics: [metric], store, resume, concurrency: 8 })
writeSync(1, `${evaluation.run.id}\n`)
const { metrics, usage } = await evaluation.result()
writeSync(1, `${JSON.stringify({ scored: metrics['asking']?.scored, calls: usage.calls })}\n`)
await store.close()

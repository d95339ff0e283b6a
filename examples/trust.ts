import { readFileSync } from 'node:fs'
import { createClassRates } from '@assay/stats'
import { contextRecall, lexicalScreen, openai } from 'assay'

const pairs = readFileSync('apps/bench/fixtures/bench-mini.jsonl', 'utf8').split('\n').slice(0, 100)
const judges = { lexical: lexicalScreen(), 'gpt-5-mini': openai('gpt-5-mini') }
for (const [name, judge] of Object.entries(judges)) {
  const metric = contextRecall({ judge, claims: 'sentences' })
  const rates = createClassRates()
  const unscored: Record<string, number> = {}
  for (const pair of pairs) {
    const { statement, contexts, label, meta } = JSON.parse(pair)
    const score = await metric.score({ reference: statement, retrievedContexts: contexts })
    if (score.status === 'scored') rates.add({ human: label, judge: score.value >= 0.5 ? 1 : 0, cluster: meta.claim_id })
    else unscored[score.cause] = (unscored[score.cause] ?? 0) + 1
  }
  const { mean, interval } = rates.result().balancedAccuracy
  const span = interval === null ? '' : ` [${interval.lo.toFixed(2)}, ${interval.hi.toFixed(2)}]`
  console.log(`${name}: balanced accuracy ${mean?.toFixed(2) ?? 'unknown'}${span}, unscored`, unscored)
}
//> lexical: balanced accuracy 0.68 [0.56, 0.79], unscored {}
//> gpt-5-mini: balanced accuracy unknown, unscored { auth: 100 }

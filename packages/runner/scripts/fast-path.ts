// What a run costs per row besides the metric: `node scripts/fast-path.ts [rows]` after a build. Prints nanoseconds per row.
import { type AnyMetric, noUsage, type Sample } from '@assay/core'
import { evaluate, inputHash } from '../src/index.ts'

const ROWS = Number(process.argv[2] ?? 200_000)
const ROUNDS = 5

const half: AnyMetric = {
  specificationVersion: 'v1',
  name: 'half',
  version: '1',
  kind: 'id',
  direction: 'maximize',
  needs: ['referenceContextIds'],
  signature: 'half|v1',
  config: null,
  score: (sample) =>
    Promise.resolve({
      status: 'scored',
      value: sample.referenceContextIds.length / 4,
      reason: '',
      signature: 'half|v1',
      usage: noUsage,
      detail: {},
    }),
}

function* rows(): Generator<Sample> {
  for (let i = 0; i < ROWS; i += 1)
    yield { userInput: `question ${i}`, referenceContextIds: ['a', 'b'], retrievedContextIds: ['a', 'c', 'd'] }
}

for (let round = 0; round < ROUNDS; round += 1) {
  const loop = await perRow(() => {
    let sum = 0
    for (const row of rows()) sum += row.referenceContextIds?.length ?? 0
    return sum
  })
  const hashing = await perRow(() => {
    let sum = 0
    for (const row of rows()) sum += inputHash(row).length
    return sum
  })
  let batches = 0
  const whole = await perRow(async () => {
    let seen = 0
    for await (const batch of evaluate({ data: rows(), metrics: [half] }).batches()) {
      batches += 1
      seen += batch.length
    }
    return seen
  })
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.log(
    `rows ${loop} ns, hash ${hashing - loop} ns, runner and metric ${whole - hashing} ns per row; ${Math.round(ROWS / batches)} rows a batch; ${megabytes} MB`,
  )
}

async function perRow(work: () => number | Promise<number>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(((performance.now() - start) * 1e6) / ROWS)
}

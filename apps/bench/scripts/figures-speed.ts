// `pnpm --filter @assay/bench figures-speed`: the time of every figure over 100,000 labelled pairs, two judges and two baselines.
import { seededRandom } from '@assay/stats'
import type { FixtureItem } from '../src/fixtures/fixture-item.ts'
import { benchFigures } from '../src/figures/bench-figures.ts'
import { unknownEffort } from '../src/figures/effort-figures.ts'
import type { ItemVerdict, Judged } from '../src/figures/judged.ts'
import { whenReaderLeaves } from './when-reader-leaves.ts'

whenReaderLeaves(() => process.exit(0))

const PAIRS = 100_000
const GOAL_SECONDS = 10

const random = seededRandom(1)
const items = Array.from({ length: PAIRS }, (_, at): FixtureItem => {
  const document = Math.floor(at / 3)
  return {
    id: `i${at}`,
    source: `source ${document % 4}`,
    statement: 's',
    contexts: ['c'],
    label: random() < 0.4 ? 1 : 0,
    cluster: String(document),
  }
})
const judged = [0.9, 0.85, 0.7, 0].map((accuracy, at): Judged => {
  const verdicts = items.map(({ id, label }): [string, ItemVerdict] => {
    const isRight = accuracy === 0 ? label === 1 : random() < accuracy
    const verdict = isRight ? label : label === 1 ? 0 : 1
    return [
      id,
      accuracy === 0 ? { verdict: 1 } : { verdict, probability: random(), repeats: [verdict, random() < 0.95 ? verdict : null, verdict] },
    ]
  })
  const key = `judge ${at}`
  return {
    judge: { key, name: key, kind: 'recorded', isBaseline: at > 1, strategy: null, signature: null, threshold: null, notes: [] },
    verdicts: new Map(verdicts),
    effort: unknownEffort(PAIRS),
  }
})

const [start, used] = [performance.now(), process.cpuUsage()]
const result = benchFigures({
  items,
  judged,
  meta: {
    startedAt: '',
    finishedAt: '',
    assayVersion: '',
    run: '',
    fixtures: [],
    repeat: 3,
    level: 0.95,
    apart: [],
    notes: [],
    cost: null,
  },
})
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(used)
const cpuSeconds = (user + system) / 1e6
// On a busy machine the clock tells of others.
const verdict = cpuSeconds < GOAL_SECONDS ? 'ok' : 'MISSED'
console.log(
  `${PAIRS} pairs, ${judged.length} judges, ${result.comparisons.length} comparisons: ${cpuSeconds.toFixed(1)} s of CPU time (goal < ${GOAL_SECONDS} s), ${seconds.toFixed(1)} s by the clock: ${verdict}`,
)
if (verdict === 'MISSED') process.exitCode = 1

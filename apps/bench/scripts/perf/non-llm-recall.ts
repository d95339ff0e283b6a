// Recall by similarity, as ratios to the plain loop over all pairs in the same run.
// node --conditions=@assay/source scripts/perf/non-llm-recall.ts
import assert from 'node:assert/strict'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import { levenshtein } from '@assay/similarity'
import { distance as fastest } from 'fastest-levenshtein'
import jsLevenshtein from 'js-levenshtein'
import { retrievalRows, type SimilarityRow, unrelatedRows } from './similarity-rows.ts'

type Distance = (a: string, b: string) => number

const THRESHOLD = 0.5
const ROUNDS = 3
/** The slower library gets every tenth row; otherwise a round would take minutes. */
const EVERY = 10
const LONG = 100_000

/** Measures baseline and ours in turn, after a warm-up on one row. All decisions must be equal. */
export async function printNonLlmRecall(): Promise<void> {
  const [found, unrelated] = [retrievalRows(), unrelatedRows()]
  const few = found.filter((_, at) => at % EVERY === 0)
  console.log(
    'non_llm_context_recall, levenshtein at 0.5, 20 retrieved × 5 reference     ratio  (lowest–highest)   goal      ours       baseline',
  )
  await print(`${found.length} questions, BM25 / plain loop, fastest-levenshtein`, 8, found, fastest)
  await print(`${few.length} questions, BM25 / plain loop, js-levenshtein`, 40, few, jsLevenshtein)
  await print(`${unrelated.length} rows of unrelated texts of 800 / plain loop, fastest`, 1.5, unrelated, fastest)
  printLongTexts(found)
}

async function print(what: string, goal: number, rows: readonly SimilarityRow[], distance: Distance): Promise<void> {
  plainDecisions(rows.slice(0, 1), distance)
  await ourDecisions(rows.slice(0, 1))
  const runs: { readonly baseline: number; readonly ours: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [baselineStart, plain] = [cpuMs(), plainDecisions(rows, distance)]
    const baseline = cpuMs() - baselineStart
    const [oursStart, ours] = [cpuMs(), await ourDecisions(rows)]
    runs.push({ baseline, ours: cpuMs() - oursStart })
    assert.deepEqual(ours, plain)
  }
  const ratios = runs.map(({ baseline, ours }) => baseline / ours).toSorted((a, b) => a - b)
  const [lowest = 0, ratio = 0, highest = 0] = [ratios[0], ratios[ratios.length >> 1], ratios.at(-1)]
  const perRow = (times: number[]) => `${(Math.min(...times) / rows.length).toFixed(2)} ms/row`
  const spread = `(${lowest.toFixed(1)}–${highest.toFixed(1)})`
  const times = [perRow(runs.map(({ ours }) => ours)), perRow(runs.map(({ baseline }) => baseline))]
    .map((time) => time.padStart(13))
    .join('')
  console.log(
    `  ${what.padEnd(66)} ${ratio.toFixed(1).padStart(7)}× ${spread.padEnd(17)} ≥ ${goal}× ${times}  ${ratio >= goal ? 'ok' : 'MISSED'}`,
  )
}

/** The plain loop: the similarity of every pair, the best for each reference. */
function plainDecisions(rows: readonly SimilarityRow[], distance: Distance): boolean[][] {
  return rows.map(({ referenceContexts, retrievedContexts }) =>
    referenceContexts.map((reference) => {
      let best = 0
      for (const retrieved of retrievedContexts) {
        const max = Math.max(reference.length, retrieved.length)
        best = Math.max(best, (max - distance(reference, retrieved)) / max)
      }
      return best >= THRESHOLD
    }),
  )
}

/** Each pass has a new metric, because a metric caches what it prepared. */
async function ourDecisions(rows: readonly SimilarityRow[]): Promise<(boolean | null)[][]> {
  const metric = nonLlmContextRecall({ threshold: THRESHOLD })
  const decisions: (boolean | null)[][] = []
  for (const row of rows) {
    const { detail } = await metric.score(row)
    decisions.push(detail?.contexts?.map(({ matched }) => matched) ?? [])
  }
  return decisions
}

function printLongTexts(rows: readonly SimilarityRow[]): void {
  const text = (step: number): string => {
    const all = rows.filter((_, at) => at % 3 === step).flatMap(({ retrievedContexts }) => retrievedContexts)
    return flat(all.join('\n').slice(0, LONG))
  }
  const [a, b] = [text(0), text(1)]
  const edited = flat(`${a.slice(0, 20_000)}${a.slice(20_100, 70_000)} And more.${a.slice(70_000)}`)
  console.log(`two texts of ${LONG.toLocaleString('en')} characters, levenshtein; for larger products, if no bound decides, it refuses`)
  const baseline = timed(() => fastest(a, b))
  const row = (what: string, act: () => unknown): void => {
    const ms = timed(act)
    console.log(
      `  ${what.padEnd(66)} ${ms.toFixed(1).padStart(8)} ms  ${(baseline / ms).toFixed(1).padStart(8)}× faster than fastest-levenshtein`,
    )
  }
  row('100 characters out, a few in: at least 0.5', () => assert.equal(levenshtein.raw.atLeast(a, edited, THRESHOLD), true))
  row('the same, the value', () => assert.ok(levenshtein.raw(a, edited) > 0.99))
  row('letters that one of them lacks: not 0.5', () => assert.equal(levenshtein.raw.atLeast(a, '0'.repeat(LONG), THRESHOLD), false))
  row('unrelated: not 0.5', () => assert.equal(levenshtein.raw.atLeast(a, b, THRESHOLD), false))
  row('unrelated, the value', () => assert.ok(levenshtein.raw(a, b) < THRESHOLD))
  try {
    levenshtein.raw.atLeast(a + a, b + b, THRESHOLD)
    console.log('  twice as long and unrelated: decided')
  } catch (error) {
    console.log(`  twice as long and unrelated: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function timed(act: () => unknown): number {
  const startedAt = cpuMs()
  act()
  return cpuMs() - startedAt
}

/** CPU time of this process, which does not include other processes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Makes a text contiguous in memory, like one read from a file. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

if (import.meta.main) await printNonLlmRecall()

// `npm run bench:perf`: the time and memory of Assay, as ratios to a baseline measured in the same run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareToBaseline, type Comparison } from './perf/compare-to-baseline.ts'
import { writeIdRows } from './perf/id-rows.ts'
import { printJudgedRuns } from './perf/judged-runs.ts'
import { measureNode } from './perf/measured-process.ts'
import { printNonLlmRecall } from './perf/non-llm-recall.ts'
import { printPromptSizes } from './perf/prompt-size.ts'
import { printProviderCalls } from './perf/provider-calls.ts'
import { printReplyReading } from './perf/reply-reading.ts'
import { whenReaderLeaves } from './when-reader-leaves.ts'

whenReaderLeaves(() => process.exit(0))

const assay = fileURLToPath(new URL('../../cli/dist/bin.js', import.meta.url))
const baselineLoop = fileURLToPath(new URL('perf/baseline-read-parse-write.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-perf-'))
const input = join(folder, 'rows.jsonl')
const manyRows = join(folder, 'many-rows.jsonl')
const oneRow = join(folder, 'row.jsonl')
const ROWS = 200_000
const MANY_ROWS = 1_000_000
/** Pairs of short runs: about one in four is disturbed by other processes, so the median needs many. */
const PAIRS = 11
/** Pairs of runs that take some ten seconds each. */
const FEW_PAIRS = 3
/** Rows of a judged run that takes minutes. It runs only if requested, as in `pnpm bench:perf 100000`. */
const longRows = process.argv[2] === undefined ? undefined : Number(process.argv[2])

try {
  writeIdRows(input, ROWS)
  writeIdRows(oneRow, 1)
  const evalIds = [assay, 'eval', input, '-m', 'id-based-context-recall', '--quiet']
  console.log('what                                               ratio  (lowest–highest)   goal   in CPU     ours    baseline   peak')
  print('assay --version / node -e 0', 2.5, undefined, startUp(['--version']))
  print('one row by ids / node -e 0', 4, undefined, startUp(['eval', oneRow, '-m', 'id-based-context-recall', '--quiet']))
  print(
    `${ROWS} rows by id, row output without samples / read, parse, write`,
    1.6,
    150,
    compareToBaseline(
      () => measureNode([...evalIds, '--no-samples', '-o', newFile('report.json')]),
      () => measureNode([baselineLoop, input, newFile('baseline.jsonl')]),
      PAIRS,
    ),
  )
  print(
    `${ROWS} rows by id, summary only / read, parse`,
    2.5,
    150,
    compareToBaseline(
      () => measureNode(evalIds),
      () => measureNode([baselineLoop, input]),
      PAIRS,
    ),
  )
  writeIdRows(manyRows, MANY_ROWS)
  print(
    `${MANY_ROWS} rows by id, row output / read, parse, write`,
    1.6,
    250,
    compareToBaseline(
      () => measureNode([assay, 'eval', manyRows, '-m', 'id-based-context-recall', '--quiet', '-o', newFile('report.json')]),
      () => measureNode([baselineLoop, manyRows, newFile('baseline.jsonl')]),
      FEW_PAIRS,
    ),
  )
  console.log('\n— a judged run')
  await printJudgedRuns(longRows)
  console.log('\n— a call to a provider')
  await printProviderCalls()
  console.log('\n— reading replies of 1 MB')
  await printReplyReading()
  console.log('\n— recall by similarity, CPU time')
  await printNonLlmRecall()
  console.log('\n— prompt sizes, 150 rows of clapnq-rag.jsonl')
  await printPromptSizes()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A path without a file. To delete 90 MB of an earlier run takes up to 0.1 s, which must not be measured. */
function newFile(name: string): string {
  const path = join(folder, name)
  rmSync(path, { force: true })
  return path
}

function startUp(args: readonly string[]): Comparison {
  return compareToBaseline(
    () => measureNode([assay, ...args], { startUpOnly: true }),
    () => measureNode(['-e', '0'], { startUpOnly: true }),
    15,
  )
}

function print(what: string, goal: number, peakGoalMb: number | undefined, c: Comparison): void {
  const spread = `(${c.lowest.toFixed(2)}–${c.highest.toFixed(2)})`
  const cpu = c.cpuRatio === null ? '' : c.cpuRatio.toFixed(2)
  const peak = peakGoalMb === undefined ? '' : `${c.oursPeakMb.toFixed(0)} MB (goal ≤ ${peakGoalMb})`
  const verdict = c.ratio <= goal && (peakGoalMb === undefined || c.oursPeakMb <= peakGoalMb) ? 'ok' : 'MISSED'
  console.log(
    `${what.padEnd(50)} ${c.ratio.toFixed(2).padStart(5)}  ${spread.padEnd(17)} ≤ ${goal.toFixed(1)} ${cpu.padStart(8)} ${c.oursMs.toFixed(0).padStart(6)} ms ${c.baselineMs.toFixed(0).padStart(5)} ms  ${peak}  ${verdict}`,
  )
}

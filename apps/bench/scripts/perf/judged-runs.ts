// A judged run compared with a bare fetch loop over the same rows: time, CPU, memory, and the same run again from the store.
// node scripts/perf/judged-runs.ts [rows of the long run, as 100000]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measured, measureNode } from './measured-process.ts'

const assay = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url))
const baselineLoop = fileURLToPath(new URL('baseline-fetch-loop.ts', import.meta.url))
const judgeServer = fileURLToPath(new URL('judge-server-process.ts', import.meta.url))
const ROWS = 1000
const LATENCY_MS = 50
const PAIRS = 5

/** Prints the figures. The long run takes minutes; it needs a number of rows. */
export async function printJudgedRuns(longRows?: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-judged-'))
  try {
    await withJudge(LATENCY_MS, (url) => printShortRuns(folder, url))
    if (longRows !== undefined) await withJudge(0, (url) => printLongRun(folder, url, longRows))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function printShortRuns(folder: string, url: string): void {
  const rows = writeRows(folder, 'rows.jsonl', ROWS)
  const one = writeRows(folder, 'one.jsonl', 1)
  const baseline = (file: string): Measured => measureNode([baselineLoop, file, url, join(folder, 'baseline.jsonl')])
  baseline(rows)
  run(folder, url, rows)
  const pairs = Array.from({ length: PAIRS }, () => ({
    baseline: baseline(rows),
    baselineStart: baseline(one),
    start: run(folder, url, one),
    ours: run(folder, url, rows),
  }))
  // A run of one row is start-up alone: both sides make one call.
  const wall = median(pairs.map((pair) => (pair.ours.wallMs - pair.start.wallMs) / (pair.baseline.wallMs - pair.baselineStart.wallMs)))
  const cpu = median(pairs.map((pair) => (pair.ours.cpuMs - pair.baseline.cpuMs) / ROWS))
  const start = median(pairs.map((pair) => pair.start.wallMs / pair.baselineStart.wallMs))
  const peak = Math.max(...pairs.map((pair) => pair.ours.peakMb))
  print(`${ROWS} rows at ${LATENCY_MS} ms, 32 at once: wall / fetch loop`, wall.toFixed(2), '≤ 1.10', wall <= 1.1)
  print('one row, all start-up: wall / fetch loop', start.toFixed(2), '≤ 2.00', start <= 2)
  print('CPU a call adds to the fetch loop, start-up included', `${cpu.toFixed(2)} ms`, '≤ 1.0 ms', cpu <= 1)
  print('peak memory', `${peak.toFixed(0)} MB`, '≤ 200 MB', peak <= 200)
  const again = Array.from({ length: PAIRS }, () => run(folder, url, rows, { keepStore: true }))
  const calls = callsOf(join(folder, 'out.jsonl'))
  if (calls !== 0) throw new Error(`The stored run made ${calls} calls.`)
  const stored = median(again.map(({ wallMs }) => wallMs)) / 1000
  print(`${ROWS} rows from the store, no call`, `${stored.toFixed(2)} s`, '≤ 1.0 s', stored <= 1)
}

function printLongRun(folder: string, url: string, count: number): void {
  const { peakMb, wallMs } = run(folder, url, writeRows(folder, 'long.jsonl', count))
  print(`${count} rows, peak memory (${(wallMs / 1000).toFixed(0)} s)`, `${peakMb.toFixed(0)} MB`, '≤ 250 MB', peakMb <= 250)
}

/** Runs the whole command with its store, which is deleted before unless `keepStore` is set. */
function run(folder: string, url: string, rows: string, { keepStore = false } = {}): Measured {
  if (!keepStore) rmSync(join(folder, '.assay'), { recursive: true, force: true })
  const line = ['eval', rows, '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '--strategy', 'single-pass', '--concurrency', '32']
  const env = { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: url }
  return measureNode([assay, ...line, '--quiet', '-o', join(folder, 'out.jsonl')], { cwd: folder, env })
}

/** The number of calls by the last line of a JSONL report. */
function callsOf(report: string): number {
  const last = readFileSync(report, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  return (JSON.parse(last) as { usage: { calls: number } }).usage.calls
}

function writeRows(folder: string, name: string, count: number): string {
  const context = 'Oslo is the capital of Norway, and lies at the end of the Oslofjord. '.repeat(12)
  const lines = Array.from(
    { length: count },
    (_, i) =>
      `${JSON.stringify({ id: `r${i}`, user_input: `What is ${i}?`, reference: `Oslo is the capital of Norway (${i}).`, retrieved_contexts: [`${context}${i}`, context, 'Bergen is a city.'] })}\n`,
  )
  const path = join(folder, name)
  writeFileSync(path, lines.join(''))
  return path
}

async function withJudge(latencyMs: number, work: (url: string) => void): Promise<void> {
  const child = spawn(process.execPath, [judgeServer, String(latencyMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    work(printed.toString().trim())
  } finally {
    child.kill()
  }
}

function print(what: string, value: string, goal: string, holds: boolean): void {
  console.log(`${what.padEnd(56)} ${value.padStart(9)}  goal ${goal.padEnd(9)} ${holds ? 'ok' : 'MISSED'}`)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await printJudgedRuns(process.argv[2] === undefined ? undefined : Number(process.argv[2]))
}

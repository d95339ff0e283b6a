/**
 * Prints what reading costs against a bare loop over the same file: `readline` and `JSON.parse` for JSON lines, and splitting at
 * line feeds for CSV. Both run in turns in one process; the best times and their ratio are shown.
 *
 *     node --conditions=@assay/source scripts/read-speed.ts [rows]
 */
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readDataset } from '../src/index.ts'

const ROUNDS = 7
const rows = Number(process.argv[2] ?? 200_000)
const folder = mkdtempSync(join(tmpdir(), 'assay-read-speed-'))

try {
  const jsonl = join(folder, 'rows.jsonl')
  const csv = join(folder, 'rows.csv')
  writeFileSync(jsonl, Array.from({ length: rows }, (_, n) => `${JSON.stringify(row(n))}\n`).join(''))
  writeFileSync(
    csv,
    `id,user_input,retrieved_context_ids,reference_context_ids\n${Array.from({ length: rows }, (_, n) => csvLine(row(n))).join('')}`,
  )
  await compare(
    'jsonl',
    () => readAll(jsonl),
    () => bareJsonLines(jsonl),
  )
  await compare(
    'csv',
    () => readAll(csv),
    () => bareSplit(csv),
  )
} finally {
  rmSync(folder, { recursive: true })
}

function row(n: number): { id: string; user_input: string; retrieved_context_ids: string[]; reference_context_ids: string[] } {
  const ids = Array.from({ length: 5 }, (_, rank) => `doc_${(n * 7 + rank * 13) % 9973}`)
  return {
    id: `question-${n}`,
    user_input: `What is known of item ${n}?`,
    retrieved_context_ids: ids,
    reference_context_ids: ids.slice(0, 2),
  }
}

function csvLine({ id, user_input, retrieved_context_ids, reference_context_ids }: ReturnType<typeof row>): string {
  const lists = [retrieved_context_ids, reference_context_ids].map((list) => `"${JSON.stringify(list).replaceAll('"', '""')}"`)
  return `${id},${user_input},${lists.join(',')}\n`
}

async function readAll(path: string): Promise<number> {
  let seen = 0
  for await (const batch of readDataset(path)) for (const { sample } of batch) seen += sample.retrievedContextIds?.length ?? 0
  return seen
}

async function bareJsonLines(path: string): Promise<number> {
  let seen = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const parsed: ReturnType<typeof row> = JSON.parse(line)
    seen += parsed.retrieved_context_ids.length
  }
  return seen
}

function bareSplit(path: string): Promise<number> {
  let seen = 0
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, retrieved, reference] = line.split('"[')
    if (retrieved === undefined || reference === undefined) continue
    const lists: string[][] = [retrieved, reference].map((part) =>
      JSON.parse(`[${part.slice(0, part.indexOf(']')).replaceAll('""', '"')}]`),
    )
    seen += lists[0]?.length ?? 0
  }
  return Promise.resolve(seen)
}

async function compare(name: string, ours: () => Promise<number>, bare: () => Promise<number>): Promise<void> {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [await timed(ours, times.ours), await timed(bare, times.bare)]
    if (a !== b) throw new Error(`${name}: ${a} ids read, ${b} expected`)
  }
  const [mine, base] = [Math.min(...times.ours), Math.min(...times.bare)]
  console.log(`${name}: ${rows} rows in ${mine.toFixed(0)} ms, bare loop ${base.toFixed(0)} ms, ratio ${(mine / base).toFixed(2)}`)
}

async function timed(run: () => Promise<number>, into: number[]): Promise<number> {
  const start = performance.now()
  const result = await run()
  into.push(performance.now() - start)
  return result
}

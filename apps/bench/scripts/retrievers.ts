// `npm run bench:retrievers -- FOLDER`: what five retrievers find for 150 questions of CLAP NQ, a data file for each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chunk } from '../src/retrievers/chunks-of.ts'
import { type AskedRow, retrieverRows } from '../src/retrievers/retriever-rows.ts'

const [folder = 'retrievers'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const asked = linesOf<AskedRow>(new URL('../../../examples/clapnq-rag.jsonl', import.meta.url))
const passages = linesOf<Chunk>(new URL('../fixtures/clapnq-corpus.jsonl', import.meta.url))
for (const { name, rows } of await retrieverRows(asked, passages)) {
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  console.log(`wrote ${file}`)
}

function linesOf<T>(file: URL): T[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

// `npm run bench:retrievers -- FOLDER`: writes one data file per retriever: what it finds for 150 questions of CLAP NQ.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chunk } from '../src/retrievers/chunks-of.ts'
import { type QuestionRow, retrieverRows } from '../src/retrievers/retriever-rows.ts'

const [folder = 'retrievers'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const questions = linesOf<QuestionRow>(new URL('../../../examples/clapnq-rag.jsonl', import.meta.url))
const passages = linesOf<Chunk>(new URL('../fixtures/clapnq-corpus.jsonl', import.meta.url))
for (const { name, rows } of await retrieverRows(questions, passages)) {
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

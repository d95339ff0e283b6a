import { readFileSync } from 'node:fs'
import type { Passage, SearchedQuestion } from './make-chunk-pairs.ts'

type Row = {
  readonly id: string
  readonly retrieved_contexts: readonly string[]
  readonly retrieved_context_ids: readonly string[]
  readonly reference_contexts: readonly string[]
  readonly reference_context_ids: readonly string[]
}

/** The 150 questions of CLAP NQ among the examples, with what BM25 found for each. */
export function readQuestions(): SearchedQuestion[] {
  return linesOf<Row>(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url)).map((row) => {
    const [reference] = passages(row.reference_context_ids, row.reference_contexts)
    if (reference === undefined) throw new RangeError(`question ${row.id} has no reference context`)
    return { id: row.id, reference, hits: passages(row.retrieved_context_ids, row.retrieved_contexts) }
  })
}

/** The 600 passages that BM25 searched. */
export function readCorpus(): Passage[] {
  return linesOf<Passage>(new URL('../../fixtures/clapnq-corpus.jsonl', import.meta.url))
}

function passages(ids: readonly string[], texts: readonly string[]): Passage[] {
  return ids.map((id, at) => ({ id, text: texts[at] ?? '' }))
}

function linesOf<T>(file: URL): T[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

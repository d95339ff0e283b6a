import { directRuntime } from '@assay/core'
import { tfidfCosine } from '@assay/similarity'
import { bm25 } from './bm25.ts'
import { type Chunk, chunksOf } from './chunks-of.ts'

/** A row of CLAP NQ, as in `examples/clapnq-rag.jsonl`. */
export type QuestionRow = {
  readonly id: string
  readonly user_input: string
  readonly reference: string
  readonly reference_contexts: readonly string[]
  readonly reference_context_ids: readonly string[]
}

export type RetrieverRows = { readonly name: string; readonly rows: readonly object[] }

type Search = (question: string) => readonly Chunk[]

/** Runs five retrievers over the same passages and questions: BM25 with the top 3, 5 and 10, and two chunk sizes by similarity. */
export async function retrieverRows(questions: readonly QuestionRow[], passages: readonly Chunk[]): Promise<RetrieverRows[]> {
  const search = bm25(passages)
  const ofChunks = async (words: number): Promise<Search> => {
    const chunks = passages.flatMap((passage) => chunksOf(passage, words))
    return bySimilarity(chunks, questions, 5)
  }
  const retrievers: readonly (readonly [name: string, search: Search])[] = [
    ...[3, 5, 10].map((top) => [`bm25-${top}`, (question: string) => search(question, top)] as const),
    ['chunks-40', await ofChunks(40)],
    ['chunks-120', await ofChunks(120)],
  ]
  return retrievers.map(([name, find]) => ({ name, rows: questions.map((row) => withRetrieved(row, find(row.user_input))) }))
}

/** Finds the chunks most similar to a question by TF-IDF; equals stay in their order. */
async function bySimilarity(chunks: readonly Chunk[], questions: readonly QuestionRow[], top: number): Promise<Search> {
  const similarity = await tfidfCosine.prepare(
    [...chunks.map(({ text }) => text), ...questions.map(({ user_input: question }) => question)],
    directRuntime(),
  )
  return (question) => {
    const scored = chunks.map((chunk) => ({ chunk, score: similarity(question, chunk.text) }))
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, top)
      .map(({ chunk }) => chunk)
  }
}

function withRetrieved(
  { id, user_input, reference, reference_contexts, reference_context_ids }: QuestionRow,
  found: readonly Chunk[],
): object {
  return {
    id,
    user_input,
    retrieved_contexts: found.map(({ text }) => text),
    retrieved_context_ids: found.map((chunk) => chunk.id),
    reference,
    reference_contexts,
    reference_context_ids,
  }
}

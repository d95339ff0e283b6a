import { directRuntime } from '@assay/core'
import { tfidfCosine } from '@assay/similarity'
import { bm25 } from './bm25.ts'
import { type Chunk, chunksOf } from './chunks-of.ts'

/** A row of CLAP NQ, as in `examples/clapnq-rag.jsonl`. */
export type AskedRow = {
  readonly id: string
  readonly user_input: string
  readonly reference: string
  readonly reference_contexts: readonly string[]
  readonly reference_context_ids: readonly string[]
}

export type RetrieverRows = { readonly name: string; readonly rows: readonly object[] }

type Search = (question: string) => readonly Chunk[]

/** Five retrievers over the same passages and the same questions: BM25 for the top 3, 5 and 10, and chunks of two sizes by similarity. */
export async function retrieverRows(asked: readonly AskedRow[], passages: readonly Chunk[]): Promise<RetrieverRows[]> {
  const search = bm25(passages)
  const ofChunks = async (words: number): Promise<Search> => {
    const chunks = passages.flatMap((passage) => chunksOf(passage, words))
    return bySimilarity(chunks, asked, 5)
  }
  const retrievers: readonly (readonly [name: string, search: Search])[] = [
    ...[3, 5, 10].map((top) => [`bm25-${top}`, (question: string) => search(question, top)] as const),
    ['chunks-40', await ofChunks(40)],
    ['chunks-120', await ofChunks(120)],
  ]
  return retrievers.map(([name, find]) => ({ name, rows: asked.map((row) => withRetrieved(row, find(row.user_input))) }))
}

/** The chunks most similar to the question by TF-IDF, equals in their order. */
async function bySimilarity(chunks: readonly Chunk[], asked: readonly AskedRow[], top: number): Promise<Search> {
  const similarity = await tfidfCosine.prepare(
    [...chunks.map(({ text }) => text), ...asked.map(({ user_input: question }) => question)],
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
  { id, user_input, reference, reference_contexts, reference_context_ids }: AskedRow,
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

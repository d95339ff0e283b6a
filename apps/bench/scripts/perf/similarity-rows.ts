import { readFileSync } from 'node:fs'
import { readCorpus } from '../../src/chunk-pairs/read-questions.ts'
import { rechunk } from '../../src/chunk-pairs/rechunk.ts'
import { seededRandom } from '@assay/stats'
import { bm25 } from '../../src/retrievers/bm25.ts'

export type SimilarityRow = { readonly referenceContexts: readonly string[]; readonly retrievedContexts: readonly string[] }

const RETRIEVED = 20

/**
 * Realistic rows: the 150 questions of CLAP NQ, the 20 passages that BM25 finds for each, and 5 reference passages: the right one, two
 * more of those found, one of those found with noise added, and one that was not found.
 */
export function retrievalRows(): SimilarityRow[] {
  const corpus = readCorpus()
  const search = bm25(corpus)
  const random = seededRandom(20_261_127)
  return readQuestions().map(({ question, rightId }) => {
    const found = search(question, RETRIEVED)
    const right = corpus.find(({ id }) => id === rightId)
    const drawn = (from: typeof corpus) => from[Math.floor(random() * from.length)] ?? { id: '', text: '' }
    const missed = drawn(corpus.filter((passage) => !found.includes(passage)))
    const references = [right ?? drawn(found), drawn(found), drawn(found), drawn(found)].map(({ text }) => text)
    const noisy = rechunk(references[3] ?? '', '', 'noise', random)
    return { referenceContexts: [...references.slice(0, 3), noisy, missed.text], retrievedContexts: found.map(({ text }) => text) }
  })
}

/** Rows of unrelated texts of one length, so that no shortcut by equality, length or order applies. */
export function unrelatedRows(length = 800): SimilarityRow[] {
  const texts = readCorpus()
    .map(({ text }) => text)
    .filter((text, at, all) => text.length >= length && all.findIndex((other) => other.slice(0, 80) === text.slice(0, 80)) === at)
    .map((text) => text.slice(0, length))
  const rows: SimilarityRow[] = []
  for (let at = 0; at + RETRIEVED + 5 <= texts.length; at += RETRIEVED + 5)
    rows.push({ referenceContexts: texts.slice(at, at + 5), retrievedContexts: texts.slice(at + 5, at + RETRIEVED + 5) })
  return rows
}

function readQuestions(): { question: string; rightId: string }[] {
  return readFileSync(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const {
        user_input: question,
        reference_context_ids: [rightId = ''],
      }: Row = JSON.parse(line)
      return { question, rightId }
    })
}

type Row = { readonly user_input: string; readonly reference_context_ids: readonly string[] }

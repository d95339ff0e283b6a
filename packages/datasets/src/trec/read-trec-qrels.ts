import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import { trecLines } from './trec-lines.ts'

/** Query to document to grade: negative and 0 are judged not relevant. In the order of the file. */
export type TrecQrels = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Reads relevance judgements as trec_eval does: `query iteration document grade` a line, in any order; the iteration is not used.
 * @throws AssayError `data` with file, line and field for a line of another form, a grade that is not a whole number, or a document
 * judged twice for one query.
 */
export async function readTrecQrels(path: string): Promise<TrecQrels> {
  const qrels = new Map<string, Map<string, number>>()
  for await (const lines of trecLines(path, COLUMNS)) {
    for (const { fields, line } of lines) {
      const [query = '', , document = '', text = ''] = fields
      const grade = WHOLE.test(text) ? Number(text) : Number.NaN
      if (!Number.isSafeInteger(grade)) throw notWhole(path, line, text)
      const judged = qrels.get(query) ?? new Map<string, number>()
      if (judged.size === 0) qrels.set(query, judged)
      if (judged.has(document)) throw judgedTwice(path, line, { query, document })
      judged.set(document, grade)
    }
  }
  if (qrels.size > 0) return qrels
  throw dataError({ file: path }, `the file holds no judgements. Each line must be: ${COLUMNS.join(' ')}.`)
}

const WHOLE = /^[+-]?\d+$/
const COLUMNS = ['query', 'iteration', 'document', 'grade']

function notWhole(file: string, line: number, text: string): Error {
  return dataError(
    { file, line, column: 'grade' },
    `found ${quoted(text)} where a whole number was expected. Judgements have steps: 0, 1, 2, …`,
  )
}

function judgedTwice(file: string, line: number, { query, document }: { query: string; document: string }): Error {
  return dataError(
    { file, line, column: 'document' },
    `the document ${quoted(document)} was judged already for the query ${quoted(query)}. Keep one of the two judgements.`,
  )
}

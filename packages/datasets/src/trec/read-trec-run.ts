import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import { type TrecLine, trecLines } from './trec-lines.ts'

/** The ranking of one query in a run. */
export type TrecRanking = {
  readonly query: string
  /** Best first: by score, as 32-bit floats; equal scores by document id, descending, code point by code point. */
  readonly documents: readonly string[]
}

export type ReadTrecRunOptions = {
  /** Rankings of other queries are left out; their lines are still checked. Default: all. */
  readonly queries?: { readonly has: (query: string) => boolean } | undefined
}

/**
 * Reads a run as trec_eval does: `query Q0 document rank score tag` a line, in any order. The order is by score; the rank is not
 * used. The file is read twice: first to check its lines and to count those of each query, so that each ranking is yielded and released
 * after its last line. If the lines of each query are together, memory holds one ranking at a time.
 *
 * @throws AssayError `data` with file, line and field for a line of another form, a score that is not a finite number, or a document
 * that is repeated in one query.
 */
export async function* readTrecRun(path: string, { queries }: ReadTrecRunOptions = {}): AsyncGenerator<readonly TrecRanking[]> {
  const expected = await linesOfQueries(path)
  if (expected.size === 0) throw dataError({ file: path }, `the file holds no ranking. Each line must be: ${COLUMNS.join(' ')}.`)
  const open = new Map<string, Ranking>()
  for await (const lines of trecLines(path, COLUMNS)) {
    const { rankings, fault } = finished(lines, { path, queries, expected, open })
    if (rankings.length > 0) yield rankings
    if (fault !== undefined) throw fault.error
  }
}

const COLUMNS = ['query', 'Q0', 'document', 'rank', 'score', 'tag']

type Entry = { readonly document: string; readonly score: number; readonly line: number }
/** The documents of one query so far, and the number of lines read. */
type Ranking = { readonly entries: Map<string, Entry>; lines: number }

type RunReader = ReadTrecRunOptions & {
  readonly path: string
  readonly expected: ReadonlyMap<string, number>
  readonly open: Map<string, Ranking>
}

async function linesOfQueries(path: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for await (const lines of trecLines(path, COLUMNS)) {
    for (const { fields } of lines) {
      const [query = ''] = fields
      const count = counts.get(query)
      counts.set(count === undefined ? detached(query) : query, (count ?? 0) + 1)
    }
  }
  return counts
}

/** A copy: a slice would keep the whole text in memory. */
function detached(text: string): string {
  return Buffer.from(text).toString()
}

/** The rankings that end in these lines, up to the first fault. */
function finished(lines: readonly TrecLine[], reader: RunReader): { rankings: TrecRanking[]; fault?: { error: unknown } } {
  const rankings: TrecRanking[] = []
  try {
    for (const line of lines) {
      const ranking = withLine(line, reader)
      if (ranking !== undefined) rankings.push(ranking)
    }
  } catch (error) {
    return { rankings, fault: { error } }
  }
  return { rankings }
}

function withLine({ fields, line }: TrecLine, { path, queries, expected, open }: RunReader): TrecRanking | undefined {
  const [query = '', , document = '', , text = ''] = fields
  const score = Math.fround(Number(text))
  if (!Number.isFinite(Number(text))) throw noScore(path, line, text)
  if (queries?.has(query) === false) return undefined
  const ranking = open.get(query) ?? { entries: new Map<string, Entry>(), lines: 0 }
  const before = ranking.entries.get(document)
  if (before !== undefined) throw retrievedTwice(path, line, { query, document, firstLine: before.line })
  ranking.entries.set(document, { document, score, line })
  ranking.lines += 1
  if (ranking.lines < (expected.get(query) ?? 0)) {
    open.set(query, ranking)
    return undefined
  }
  open.delete(query)
  return { query, documents: inOrder(ranking.entries) }
}

function inOrder(entries: ReadonlyMap<string, Entry>): string[] {
  return [...entries.values()].toSorted(byScore).map(({ document }) => document)
}

function byScore(a: Entry, b: Entry): number {
  return a.score === b.score ? compareCodePoints(b.document, a.document) : a.score > b.score ? -1 : 1
}

/** The order of UTF-8 bytes; `<` on strings would put surrogates before U+E000 to U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let index = 0; index < end; index += 1) {
    const [ofA, ofB] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (ofA !== ofB) return lifted(ofA) - lifted(ofB)
  }
  return a.length - b.length
}

function lifted(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}

function noScore(file: string, line: number, text: string): Error {
  return dataError({ file, line, column: 'score' }, `found ${quoted(text)} where a finite number was expected, as 12.5 or -3e-4.`)
}

function retrievedTwice(file: string, line: number, o: { query: string; document: string; firstLine: number }): Error {
  return dataError(
    { file, line, column: 'document' },
    `the document ${quoted(o.document)} stands on line ${o.firstLine} already for the query ${quoted(o.query)}. A run ranks each document once: remove one of the lines.`,
  )
}

import { AssayError } from '@assay/core'
import { dataError } from './data-error.ts'
import type { DataRow } from './data-row.ts'
import { quoted } from './excerpt.ts'
import { readTrecQrels } from './read-trec-qrels.ts'
import { readTrecRun } from './read-trec-run.ts'

export type ReadTrecOptions = {
  /** File of the ranking: `query Q0 document rank score tag` a line. */
  readonly run: string
  /** File of the judgements: `query iteration document grade` a line. */
  readonly qrels: string
  /** Judged queries that the run leaves out are rows with nothing retrieved, after the others (`trec_eval -c`). Default: no rows. */
  readonly complete?: boolean | undefined
  /** Rows at most. Default: all. */
  readonly limit?: number | undefined
  /** Told of queries that only one of the files has, in one sentence each. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/**
 * A TREC run and its judgements as batches of samples, one for each query that both have: its name as `id`, the ranking as
 * `retrievedContextIds`, documents of a grade above 0 as `referenceContextIds` with their grades (none where nothing is relevant;
 * no measure looks at other judgements). To get trec_eval's means, score them with `emptyReference: 'zero'`. May be iterated more
 * than once. The judgements are held in memory, the run is not.
 *
 * @throws AssayError `config` at once for a limit out of range; `data`, while reading, with file, line and field.
 */
export function readTrec(options: ReadTrecOptions): AsyncIterable<readonly DataRow[]> {
  const { limit = Number.POSITIVE_INFINITY } = options
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw new AssayError({ kind: 'config', message: `limit is ${limit}; it must be a whole number of rows, 1 or more.` })
  }
  return { [Symbol.asyncIterator]: () => readRows({ ...options, limit }) }
}

async function* readRows(options: ReadTrecOptions & { readonly limit: number }): AsyncGenerator<readonly DataRow[]> {
  const { run, qrels: qrelsPath, limit, complete = false, onWarning = () => {} } = options
  const qrels = await readTrecQrels(qrelsPath)
  const missing = new Set(qrels.keys())
  let index = 0
  const rowOf = (query: string, documents: readonly string[]): DataRow => {
    missing.delete(query)
    index += 1
    return { sample: sampleOf(query, documents, qrels.get(query)), idGiven: true, index: index - 1 }
  }
  const unjudged = new Set<string>()
  const queries = {
    has(query: string): boolean {
      if (qrels.has(query)) return true
      unjudged.add(query)
      return false
    },
  }
  for await (const rankings of readTrecRun(run, { queries })) {
    yield rankings.slice(0, limit - index).map(({ query, documents }) => rowOf(query, documents))
    if (index >= limit) return
  }
  if (index === 0) {
    throw dataError(
      { file: run },
      `no query of the run is judged in ${qrelsPath}; it holds ${listed(unjudged)}, judged are ${listed(missing)}.`,
    )
  }
  if (unjudged.size > 0) onWarning(`${counted(unjudged)} in ${run} but not judged in ${qrelsPath}, and left out: ${listed(unjudged)}.`)
  if (missing.size === 0) return
  if (complete) yield [...missing].slice(0, limit - index).map((query) => rowOf(query, []))
  else onWarning(`${counted(missing)} judged in ${qrelsPath} but not in ${run}, and left out of every mean: ${listed(missing)}.`)
}

function sampleOf(query: string, documents: readonly string[], judged: ReadonlyMap<string, number> | undefined): DataRow['sample'] {
  const relevant = [...(judged ?? [])].filter(([, grade]) => grade > 0)
  return {
    id: query,
    retrievedContextIds: documents,
    referenceContextIds: relevant.map(([document]) => document),
    referenceContextGrades: relevant.map(([, grade]) => grade),
  }
}

const LISTED = 5

function listed(queries: ReadonlySet<string>): string {
  const shown = [...queries].slice(0, LISTED).map((query) => quoted(query))
  return queries.size > LISTED ? `${shown.join(', ')} and ${queries.size - LISTED} more` : shown.join(', ')
}

function counted({ size }: ReadonlySet<string>): string {
  return size === 1 ? '1 query is' : `${size} queries are`
}

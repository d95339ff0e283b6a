import type { ColumnSource } from '../columns/column-mapping.ts'
import { createPresentColumns } from '../columns/present-columns.ts'
import { dataError } from '../data-error.ts'
import { snakeCase } from '../columns/sample-fields.ts'
import type { DataRow } from '../data-row.ts'
import { quoted } from '../excerpt.ts'
import type { RawRecord } from '../formats/format.ts'
import { createRowIds } from '../rows/row-ids.ts'
import { type CheckedRowsOptions, rowsOptions } from '../rows/read-rows.ts'
import { createRowMapper } from '../rows/row-mapper.ts'
import { readTrecQrels } from './read-trec-qrels.ts'
import { readTrecRun } from './read-trec-run.ts'

export type ReadTrecOptions = {
  /** File of the ranking: `query Q0 document rank score tag` a line. */
  readonly run: string
  /** File of the judgements: `query iteration document grade` a line. */
  readonly qrels: string
  /** Judged queries without a ranking become rows with nothing retrieved, after the others (`trec_eval -c`). Default: no rows. */
  readonly complete?: boolean | undefined
  /**
   * Further fields, or other sources of the fields below, read from `query` and from the fields in snake case, as in
   * `{ cluster: 'query' }` or `{ userInput: ({ query }) => topics.get(query) }`. Default: as below.
   */
  readonly columns?: Readonly<Record<string, ColumnSource>> | undefined
  /** The most rows. Default: all. */
  readonly limit?: number | undefined
  /** Called with a sentence about queries that only one of the files has. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/**
 * A TREC run and its judgements as batches of samples, one for each query that both have: its name as `id`, the ranking as
 * `retrievedContextIds`, documents of a grade above 0 as `referenceContextIds` with their grades (none if nothing is relevant; no
 * metric uses other judgements). To get trec_eval's means, score them with `emptyReference: 'zero'`. May be iterated more
 * than once. The judgements are held in memory, the run is not.
 *
 * @throws AssayError `config` at once for a limit out of range; `data`, while reading, with file, line and field.
 */
export function readTrec(options: ReadTrecOptions): AsyncIterable<readonly DataRow[]> {
  const checked = rowsOptions(options)
  return { [Symbol.asyncIterator]: () => readRows({ ...options, ...checked }) }
}

async function* readRows(options: ReadTrecOptions & CheckedRowsOptions): AsyncGenerator<readonly DataRow[]> {
  const { run, qrels: qrelsPath, limit, complete = false, onWarning } = options
  const { finished, refuseMissing } = rowMaker(options)
  const qrels = await readTrecQrels(qrelsPath)
  const missing = new Set(qrels.keys())
  let index = 0
  const rowOf = (query: string, documents: readonly string[]): DataRow => {
    missing.delete(query)
    index += 1
    return finished(sampleOf(query, documents, qrels.get(query)), index - 1)
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
    if (index < limit) continue
    refuseMissing()
    return
  }
  if (index === 0) {
    throw dataError(
      { file: run },
      `no query of the run is judged in ${qrelsPath}; it holds ${listed(unjudged)}, judged are ${listed(missing)}.`,
    )
  }
  if (unjudged.size > 0) onWarning(`${counted(unjudged)} in ${run} but not judged in ${qrelsPath}, and left out: ${listed(unjudged)}.`)
  if (complete && missing.size > 0) yield [...missing].slice(0, limit - index).map((query) => rowOf(query, []))
  else if (missing.size > 0)
    onWarning(`${counted(missing)} judged in ${qrelsPath} but not in ${run}, and left out of every mean: ${listed(missing)}.`)
  refuseMissing()
}

type RowMaker = {
  readonly finished: (sample: DataRow['sample'], index: number) => DataRow
  /** @throws AssayError `data` if no row has a mapped column. */
  readonly refuseMissing: () => void
}

/** The row of a query: its sample, or the sample read again through the mapping. */
function rowMaker({ run, mapping, onWarning }: ReadTrecOptions & CheckedRowsOptions): RowMaker {
  if (mapping.size === 0) return { finished: (sample, index) => ({ sample, idGiven: true, index }), refuseMissing: () => {} }
  const source = { path: run, cells: false, counts: 'rows' } as const
  const ids = createRowIds([source])
  const present = createPresentColumns(mapping.values(), { onWarning })
  const mapper = createRowMapper({
    file: run,
    format: source,
    mapping,
    present,
    idOf: (given, index, { line }) => ids.idOf(given, index, { source: 0, line }),
    onWarning,
  })
  return {
    finished: (sample, index) => mapper.map({ record: { query: sample.id, ...inSnakeCase(sample) }, line: index + 1 }, index),
    refuseMissing: () => present.refuseMissing([run]),
  }
}

function inSnakeCase(sample: DataRow['sample']): RawRecord {
  return Object.fromEntries(Object.entries(sample).map(([field, value]) => [snakeCase(field), value]))
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

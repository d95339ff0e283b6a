import { type AnyMetric, configError, fieldsRead, type SampleField } from '@assay/core'
import { type DataRow, delimiterNamed, expandPaths, isTable, readDataset, readTrec } from '@assay/datasets'
import { inPlace } from '../settings/in-place.ts'
import { type EvalRequest, isOfCommandLine, listOf } from '../settings/request.ts'
import { dataSource } from './data-source.ts'

/** Listeners for findings in the data: each sentence once, however often the data is read. */
export type DataListeners = {
  /** For probable mistakes. */
  readonly onWarning: (message: string) => void
  /** For values that were read in another form than written. */
  readonly onNote: (message: string) => void
}

/**
 * The rows of a run: those of its data files, or the queries of a TREC run with their judgements. `thorough` looks for repeated keys in
 * every row, not only in the first ones: used if calls are charged, or on request.
 * @throws AssayError `config` if the options are incompatible, or no row could have the fields of a metric.
 */
export function rowsOf(
  request: EvalRequest,
  metrics: readonly AnyMetric[],
  { thorough, ...listeners }: DataListeners & { readonly thorough: boolean },
): AsyncIterable<readonly DataRow[]> {
  const { columns = {}, format, limit, qrels, complete = false, groupBy } = request.settings
  const { paths, cwd } = dataSource(request)
  const needs = [...new Set(metrics.flatMap((metric) => metric.needs))]
  const [onWarning, onNote] = [once(listeners.onWarning), once(listeners.onNote)]
  if (qrels === undefined) {
    refuseTrecWithoutQrels(paths)
    const delimiter = delimiterFor(request, expandPaths(paths, cwd))
    const reads = readBy(request, metrics)
    const grouped = listOf(groupBy)
    const [idsPerFile, idsPer] = [grouped.includes('file'), grouped.filter((column) => column !== 'file')]
    const read = { columns, format, delimiter, cwd, limit, needs, reads, idsPerFile, idsPer, thorough, onWarning, onNote }
    return inPlace(request, 'columns', () => readDataset(paths, read))
  }
  const [run, second] = expandPaths(paths, cwd)
  if (run === undefined || second !== undefined)
    throw configError('--qrels judges one run. Name one file, and evaluate other runs on their own.')
  if (request.settings.delimiter !== undefined && isOfCommandLine(request, 'delimiter'))
    throw configError('--delimiter is for CSV, and a TREC run is none. Leave it out.')
  if (format !== undefined && isOfCommandLine(request, 'format'))
    throw configError('--format is for data files, and a TREC run is none. Leave it out.')
  if (Object.keys(columns).length > 0 && isOfCommandLine(request, 'columns'))
    throw configError('--columns is for data files; the fields of a TREC run have their places. Leave it out.')
  const absent = needs.filter((field) => !TREC_FIELDS.has(field))
  if (absent.length > 0) {
    const names = metrics.filter((metric) => metric.needs.some((field) => absent.includes(field))).map(({ name }) => name)
    throw configError(
      `A TREC run holds document ids, no texts: ${names.join(', ')} cannot be computed from it. Use -m recall@5, -m ndcg@10, -m mrr, …`,
    )
  }
  return readTrec({ run, qrels, complete, limit, onWarning })
}

function once(tell: (message: string) => void): (message: string) => void {
  const seen = new Set<string>()
  return (message) => {
    if (seen.has(message)) return
    seen.add(message)
    tell(message)
  }
}

/** Fields that a metric reads; `undefined` for all, if that is unknown. */
function readBy({ settings }: EvalRequest, metrics: readonly AnyMetric[]): readonly SampleField[] | undefined {
  if (metrics.length === 0) return undefined
  return [
    ...fieldsRead(metrics),
    ...([...listOf(settings.failUnder), ...listOf(settings.failOver)].some((gate) => gate.includes('@metadata'))
      ? (['metadata'] as const)
      : []),
  ]
}

/** A setting of a configuration is meant for the tables that it fits. */
function delimiterFor(request: EvalRequest, files: readonly string[]): string | undefined {
  const { delimiter, format } = request.settings
  if (delimiter === undefined) return undefined
  const named = inPlace(request, 'delimiter', () => delimiterNamed(delimiter))
  if (files.some((path) => isTable(path, format))) return named
  if (!isOfCommandLine(request, 'delimiter')) return undefined
  throw configError(`--delimiter is for CSV, and ${files.join(', ')} is none. Leave it out, or say what it is: --format csv`)
}

const TREC_FIELDS: ReadonlySet<SampleField> = new Set(['referenceContextIds', 'referenceContextGrades', 'retrievedContextIds'])

function refuseTrecWithoutQrels(data: readonly string[]): void {
  const run = data.find((path) => /\.(?:trec|run)$/i.test(path))
  if (run !== undefined) throw configError(`${run} looks like a TREC run. Name the file of its judgements too: --qrels qrels.txt`)
}

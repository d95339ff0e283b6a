import { type AnyMetric, AssayError, type SampleField } from '@assay/core'
import { type DataRow, readDataset, readTrec } from '@assay/datasets'
import { inPlace } from '../settings/in-place.ts'
import { type EvalRequest, isOfCommandLine } from '../settings/request.ts'

/**
 * The rows of a run: those of its data files, or the queries of a TREC run with their judgements.
 * `thorough` looks for repeated keys in every row, not in the first ones alone: where money is spent on them, or that was asked.
 * @throws AssayError `config` where the options do not fit each other, or no row could have what a metric reads.
 */
export function rowsOf(
  request: EvalRequest,
  metrics: readonly AnyMetric[],
  { onWarning, thorough }: { readonly onWarning: (message: string) => void; readonly thorough: boolean },
): AsyncIterable<readonly DataRow[]> {
  const { data } = request
  const { columns = {}, format, limit, qrels, complete = false } = request.settings
  const needs = [...new Set(metrics.flatMap((metric) => metric.needs))]
  if (qrels === undefined) {
    refuseTrecWithoutQrels(data)
    return inPlace(request, 'columns', () => readDataset(data, { columns, format, limit, needs, thorough, onWarning }))
  }
  const [run, second] = data
  if (run === undefined || second !== undefined) throw wrong('--qrels judges one run. Name one file, and evaluate other runs on their own.')
  if (format !== undefined && isOfCommandLine(request, 'format'))
    throw wrong('--format is for data files, and a TREC run is none. Leave it out.')
  if (Object.keys(columns).length > 0 && isOfCommandLine(request, 'columns'))
    throw wrong('--columns is for data files; the fields of a TREC run have their places. Leave it out.')
  const absent = needs.filter((field) => !TREC_FIELDS.has(field))
  if (absent.length > 0) {
    const names = metrics.filter((metric) => metric.needs.some((field) => absent.includes(field))).map(({ name }) => name)
    throw wrong(
      `A TREC run holds document ids, no texts: ${names.join(', ')} cannot be computed from it. Use -m recall@5, -m ndcg@10, -m mrr, …`,
    )
  }
  return readTrec({ run, qrels, complete, limit, onWarning })
}

const TREC_FIELDS: ReadonlySet<SampleField> = new Set(['referenceContextIds', 'referenceContextGrades', 'retrievedContextIds'])

function refuseTrecWithoutQrels(data: readonly string[]): void {
  const run = data.find((path) => /\.(?:trec|run)$/i.test(path))
  if (run !== undefined) throw wrong(`${run} looks like a TREC run. Name the file of its judgements too: --qrels qrels.txt`)
}

function wrong(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}

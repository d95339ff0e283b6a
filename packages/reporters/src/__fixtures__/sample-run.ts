import { type AnyMetric, AssayError, type Clock, noUsage, type Sample } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { contextRecall } from '@assay/metric-llm-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import { type EvaluatedRow, evaluate, type RunInfo, type RunSummary } from '@assay/runner'
import type { Reporter } from '../reporter.ts'
import { HOSTILE } from './hostile.ts'
import type { TextSink } from '../sink/text-sink.ts'

export { HOSTILE } from './hostile.ts'

export type FinishedRun = { readonly run: RunInfo; readonly rows: readonly EvaluatedRow[]; readonly summary: RunSummary }

/** Says which claims stand word for word in a context; a question about refusals makes it refuse. */
const verbatim: ClaimVerifier = {
  id: 'verbatim',
  version: '1',
  signature: 'verbatim@1',
  kind: 'judge',
  verify({ claims, contexts, userInput }) {
    if (userInput?.includes('refuse') === true) return Promise.reject(new AssayError({ kind: 'refused', message: 'verbatim refuses to judge this. Reword it.' }))
    return Promise.resolve({
      verdicts: claims.map(({ id, text }) => {
        const context = contexts.findIndex((held) => held.includes(text))
        const start = contexts[context]?.indexOf(text) ?? 0
        return {
          claim: id,
          outcome: context === -1 ? ('unsupported' as const) : ('supported' as const),
          decidedBy: 'verbatim@1',
          reason: context === -1 ? 'No context says so.' : 'A context says so.',
          evidence: context === -1 ? [] : [{ context, quote: text, verified: true, span: [start, start + text.length] as const }],
        }
      }),
    })
  },
}

export const sampleMetrics: readonly AnyMetric[] = [
  contextRecall({ judge: verbatim }),
  nonLlmContextRecall(),
  idBasedContextRecall(),
]

/** Eight rows: perfect, partly recalled, nothing retrieved, without a reference, refused, hostile. */
export const sampleRows: readonly Sample[] = [
  row('moon-1', 'Who first walked on the moon?', ['Neil Armstrong walked first.'], ['Neil Armstrong walked first. He was American.'], ['m1'], ['m1', 'm2']),
  row('moon-2', 'When was it?', ['It was in July 1969.', 'The landing was on a Sunday.'], ['It was in July 1969.'], ['m2', 'm3'], ['m2']),
  row('seas-1', 'Which ocean is the largest?', ['The Pacific is the largest ocean.'], [], ['s1'], []),
  row('seas-2', 'What is the deepest trench?', [''], ['The Mariana Trench.'], [], ['s2']),
  row('list-1', 'Name the four seasons.', ['Spring is one.', 'Summer is one.', 'Autumn is one.', 'Winter is one.', 'Rain is none.'], ['Winter is one.'], ['l1', 'l2', 'l3', 'l4', 'l5'], ['l4']),
  row('none-1', 'Would you refuse this?', ['Perhaps.'], ['Perhaps.'], ['n1'], ['n1']),
  row('evil-1', HOSTILE, [HOSTILE, 'Plain.'], ['Plain.'], [HOSTILE, 'p'], ['p']),
  row('last-1', 'Is this the last one?', ['It is.'], ['It is.'], ['z1'], ['z1']),
]

function row(id: string, userInput: string, claims: string[], retrievedContexts: string[], referenceContextIds: string[], retrievedContextIds: string[]): Sample {
  return { id, userInput, reference: claims.join(' '), referenceContexts: claims, retrievedContexts, referenceContextIds, retrievedContextIds }
}

/** A whole run at a fixed time under a fixed id. */
export async function finishedRun(data: readonly Sample[] = sampleRows, metrics = sampleMetrics): Promise<FinishedRun> {
  const evaluation = evaluate({ data, metrics, clock: fixedClock() })
  const rows = await rowsOf(evaluation)
  const run = { ...evaluation.run, id: '20261128T101500Z-3f9a2c', assayVersion: '1.2.3' }
  const summary = await evaluation.result()
  return { run, rows, summary: { ...summary, run: { ...run, finishedAt: summary.run.finishedAt, durationMs: summary.run.durationMs } } }
}

/** A run whose rows are grouped by a column. */
export async function groupedRun(data: readonly Sample[], groupBy: string, metrics: readonly AnyMetric[] = [idBasedContextRecall()]): Promise<FinishedRun> {
  const evaluation = evaluate({ data, metrics, groupBy })
  return { run: evaluation.run, rows: await rowsOf(evaluation), summary: await evaluation.result() }
}

export async function rowsOf(evaluation: AsyncIterable<EvaluatedRow>): Promise<EvaluatedRow[]> {
  const rows: EvaluatedRow[] = []
  for await (const row of evaluation) rows.push(row)
  return rows
}

/** A metric whose values are given, for summaries of a chosen shape. */
export function valuesMetric(values: readonly number[], options: Partial<AnyMetric> = {}): AnyMetric {
  let at = 0
  return {
    specificationVersion: 'v1',
    name: 'values',
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: [],
    signature: 'values|v1',
    config: null,
    score() {
      at += 1
      return Promise.resolve({ status: 'scored', value: values[at - 1] ?? 1, reason: 'as given', signature: 'values|v1', usage: noUsage, detail: {} })
    },
    ...options,
  }
}

/** The run as a whole as a file holds it: there the figures of its metrics are its `summary`. */
export function partsInFile({ summary: { metrics, ...parts } }: FinishedRun): object {
  return { ...parts, summary: metrics }
}

/** What a reporter makes of a run, its rows in batches of `size`. */
export async function reported(reporter: Reporter, { run, rows, summary }: FinishedRun, size = 3): Promise<{ readonly bytes: number }> {
  await reporter.begin(run)
  for (let start = 0; start < rows.length; start += size) await reporter.rows(rows.slice(start, start + size))
  return reporter.end(summary)
}

export function memorySink(): TextSink & { readonly text: () => string } {
  let text = ''
  return {
    open: () => Promise.resolve(),
    write(piece) {
      text += piece
    },
    close: () => Promise.resolve({ bytes: Buffer.byteLength(text) }),
    discard: () => Promise.resolve(),
    text: () => text,
  }
}

function fixedClock(): Clock {
  let now = Date.UTC(2026, 10, 28, 10, 15)
  let measured = 0
  return {
    now() {
      now += 3200
      return now - 3200
    },
    monotonic: () => (measured++ === 0 ? 0 : 3200),
    sleep: () => Promise.resolve(),
  }
}

import type { Sample } from '@assay/core'
import { evaluate } from '@assay/runner'
import type { GateResult } from '../reporter.ts'
import { HOSTILE, hostileTexts } from './hostile.ts'
import { type FinishedRun, rowsOf, sampleMetrics, sampleRows, valuesMetric } from './sample-run.ts'

export const gates: readonly GateResult[] = [
  { text: 'context_recall=0.8  mean 0.450', held: false, note: `short by 0.350 ${HOSTILE}` },
  { text: 'id_based_context_recall=0.5  mean 0.600', held: true },
  { text: `non_llm_context_recall.lo=0.3 ${HOSTILE}`, held: null },
]

/** Rows with checks, some of which fail; every second row has a further metric. */
export async function checkedRun(data: readonly Sample[] = sampleRows): Promise<FinishedRun> {
  const [contexts, strings, ids] = sampleMetrics
  if (contexts === undefined || strings === undefined || ids === undefined) throw new Error('sample metrics are missing')
  const late = valuesMetric([0.9], { name: 'late' })
  let planned = 0
  const evaluation = evaluate({
    data,
    metrics() {
      planned += 1
      const checks = [{ metric: contexts, threshold: 0.5 }, { metric: ids }]
      return { checks: planned % 2 === 0 ? [...checks, { metric: late, threshold: 0.5, negate: true }] : checks, threshold: 0.4 }
    },
  })
  const rows = await rowsOf(evaluation)
  return { run: evaluation.run, rows, summary: await evaluation.result() }
}

/** A row for each hostile text, which stands in every field of it. */
export const hostileRows: readonly Sample[] = hostileTexts.map(([name, text], at) => ({
  id: `${at} ${name} ${text}`,
  userInput: text,
  reference: `${text}. Nobody says so.`,
  retrievedContexts: [text, 'Something else.'],
  referenceContexts: [text, `${text} more`],
  referenceContextIds: [text, 'kept'],
  retrievedContextIds: ['kept'],
  cluster: `c ${text}`,
}))

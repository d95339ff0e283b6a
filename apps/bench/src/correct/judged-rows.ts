import { AssayError, configError } from '@assay/core'
import type { Claim } from '@assay/judge'
import { rowName } from '@assay/reporters'
import * as z from 'zod'
import type { Report } from './read-judged-report.ts'

/** A row that a judge scored, with the verdict on each claim. */
export type JudgedRow = {
  /** Its id, with its file if several files of the run share ids. */
  readonly id: string
  readonly inputHash: string
  readonly cluster: string | undefined
  /** The judge's recall. */
  readonly value: number
  /** Empty where nothing was retrieved; recall is then 0. */
  readonly claims: readonly JudgedClaim[]
}

export type JudgedClaim = Claim & { readonly outcome: 'supported' | 'unsupported' | 'undecided'; readonly reason: string }

export type JudgedRun = {
  readonly run: string
  readonly metric: string
  readonly signature: string
  /** The scored rows, in the order of the report. */
  readonly rows: readonly JudgedRow[]
  /** Whether a row is named by its id and its file. */
  readonly byFile: boolean
  /** Rows that the metric was applied to, scored or not. */
  readonly total: number
}

const scoreSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unscored') }),
  z.object({
    status: z.literal('scored'),
    value: z.number().min(0).max(1),
    detail: z.object({
      claims: z.array(z.object({ id: z.string(), text: z.string() })),
      verdicts: z.array(z.object({ claim: z.string(), outcome: z.enum(['supported', 'unsupported', 'undecided']), reason: z.string() })),
    }),
  }),
])

/**
 * The rows of one metric that splits references into claims.
 * @throws AssayError `config` where the report has no such metric or several and none is named, `data` for rows without claims.
 */
export function judgedRows({ run, rows }: Report, name?: string): JudgedRun {
  const metric = chosenMetric(run.metrics, name)
  const judged: JudgedRow[] = []
  let total = 0
  for (const row of rows) {
    const { inputHash, cluster, scores } = row
    const id = rowName(row)
    if (!Object.hasOwn(scores, metric.name)) continue
    total += 1
    const score = scoreSchema.safeParse(scores[metric.name])
    if (!score.success) throw noClaims(id, metric.name)
    if (score.data.status === 'unscored') continue
    const { value, detail } = score.data
    const verdicts = new Map(detail.verdicts.map((verdict) => [verdict.claim, verdict]))
    const claims = detail.claims.map(({ id: claimId, text }): JudgedClaim => {
      const verdict = verdicts.get(claimId)
      if (verdict === undefined) throw noClaims(id, metric.name)
      return { id: claimId, text, outcome: verdict.outcome, reason: verdict.reason }
    })
    judged.push({ id, inputHash, cluster, value, claims })
  }
  const byFile = rows.some(({ file }) => file !== undefined)
  return { run: run.id, metric: metric.name, signature: metric.signature, rows: judged, byFile, total }
}

type RunMetrics = Report['run']['metrics']

function chosenMetric(metrics: RunMetrics, name: string | undefined): RunMetrics[number] {
  if (name !== undefined) {
    const found = metrics.find((metric) => metric.name === name) ?? metrics.find((metric) => metric.name === name.replaceAll('-', '_'))
    if (found !== undefined) return found
    throw configError(`The report has no metric ${name}. It has: ${metrics.map((metric) => metric.name).join(', ')}`)
  }
  const judged = metrics.filter(({ evidence }) => evidence !== 'exact')
  const [only] = judged
  if (only !== undefined && judged.length === 1) return only
  if (only === undefined) throw configError('The report has no metric that a judge scored, so there is no judge to correct.')
  throw configError(`A judge scored several metrics: choose one with --metric ${judged.map((metric) => metric.name).join(' | ')}`)
}

function noClaims(id: string, metric: string): AssayError {
  return new AssayError({
    kind: 'data',
    message: `Row ${id} has no claims with verdicts by ${metric}. Name a metric that splits references into claims, as context_recall does.`,
  })
}

import { AssayError, type Runtime, type Score, type UnscoredCause } from '@assay/core'
import type { Span } from '@opentelemetry/api'
import { systemCauses } from '../calls/system-causes.ts'
import { packageVersion } from '../package-version.ts'
import { loadedApi, type OpenTelemetryApi } from './loaded-api.ts'
import { createSpans, markFailed } from './spans.ts'
import { traceRuntime } from './trace-runtime.ts'

/** The spans of one run: of itself, of every score, of every call. They contain no text of a prompt or a reply. */
export type RunTrace = {
  /** The same runtime with its calls traced. It returns the same object for the same runtime, since work is shared by runtime. */
  readonly runtime: (runtime: Runtime) => Runtime
  /** Scores a row in its own span. */
  readonly score: (of: { readonly metric: string; readonly index: number }, work: () => Promise<Score>) => Promise<Score>
  /** Records a failed attempt in the span of its call: wraps a loop's `around`. */
  readonly attempt: <T>(attempt: () => Promise<T>) => Promise<T>
  readonly end: (of: { readonly rows: number; readonly stopped?: string | undefined }) => void
}

export type RunTraceOptions = { readonly runId: string; readonly metrics: readonly string[] }

/** Begins the trace of a run if an OpenTelemetry SDK is set up in this process. Otherwise it is `undefined`, and costs nothing. */
export async function startRunTrace(options: RunTraceOptions): Promise<RunTrace | undefined> {
  const api = await loadedApi()
  return api === undefined ? undefined : createRunTrace(api, options)
}

function createRunTrace(api: OpenTelemetryApi, { runId, metrics }: RunTraceOptions): RunTrace {
  const tracer = api.trace.getTracer('assay', packageVersion)
  const around = api.context.active()
  const run = tracer.startSpan('assay evaluate', { attributes: { 'assay.run.id': runId, 'assay.metrics': [...metrics] } }, around)
  const spans = createSpans(api, tracer, api.trace.setSpan(around, run))
  const traced = new WeakMap<Runtime, Runtime>()
  return {
    runtime(runtime) {
      const known = traced.get(runtime) ?? traceRuntime(runtime, spans)
      traced.set(runtime, known)
      return known
    },
    score({ metric, index }, work) {
      const attributes = { 'gen_ai.evaluation.name': metric, 'assay.row.index': index }
      return spans.within({ name: `score ${metric}`, kind: 'internal', attributes }, async (span) => {
        const score = await work()
        noteScore(api, span, metric, score)
        return score
      })
    },
    async attempt(attempt) {
      try {
        return await attempt()
      } catch (error) {
        if (AssayError.is(error)) {
          const { kind, status } = error
          const known = status === undefined ? {} : { 'http.response.status_code': status }
          spans.current()?.addEvent('assay.attempt_failed', { 'error.type': kind, ...known })
        }
        throw error
      }
    },
    end({ rows, stopped }) {
      run.setAttribute('assay.rows', rows)
      if (stopped !== undefined) markFailed(api, run, stopped)
      run.end()
    },
  }
}

/** A cause in the row itself, or in the evaluated system, is no failure. */
const OF_THE_ROW: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>([
  'missing_field',
  'empty_reference',
  'empty_response',
  'empty_user_input',
  'undecided',
  'no_claims',
  'no_majority',
  ...systemCauses,
])

function noteScore(api: OpenTelemetryApi, span: Span, metric: string, score: Score): void {
  if (score.status === 'scored') {
    const label = score.passed === undefined ? {} : { 'gen_ai.evaluation.score.label': score.passed ? 'pass' : 'fail' }
    const result = { 'gen_ai.evaluation.name': metric, 'gen_ai.evaluation.score.value': score.value, ...label }
    span.addEvent('gen_ai.evaluation.result', result)
    span.setAttribute('gen_ai.evaluation.score.value', score.value)
    return
  }
  span.setAttribute('assay.unscored', score.cause)
  if (!OF_THE_ROW.has(score.cause)) markFailed(api, span, score.cause)
}

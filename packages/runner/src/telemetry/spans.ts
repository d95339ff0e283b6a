import { AsyncLocalStorage } from 'node:async_hooks'
import { AssayError } from '@assay/core'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import type { OpenTelemetryApi } from './loaded-api.ts'

/** Spans within spans, whether or not a context manager was set up with the SDK. */
export type Spans = {
  /** Runs `work` in a span of its own, which ends with it. What it throws is noted by kind, never by message, and thrown on. */
  readonly within: <T>(start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>
  /** The span in which the caller runs. */
  readonly current: () => Span | undefined
}

type SpanStart = { readonly name: string; readonly kind: 'internal' | 'client'; readonly attributes: Attributes }

/** @param root What spans stand in that are started in no other. */
export function createSpans(api: OpenTelemetryApi, tracer: Tracer, root: Context): Spans {
  // A context manager is the SDK's to set, and without one every span would be a root.
  const storage = new AsyncLocalStorage<Context>()
  return {
    async within({ name, kind, attributes }, work) {
      const parent = storage.getStore() ?? root
      const spanKind = kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind: spanKind, attributes }, parent)
      const inside = api.trace.setSpan(parent, span)
      try {
        return await storage.run(inside, () => api.context.with(inside, () => work(span)))
      } catch (error) {
        noteFailure(api, span, error)
        throw error
      } finally {
        span.end()
      }
    },
    current() {
      const inside = storage.getStore()
      return inside === undefined ? undefined : api.trace.getSpan(inside)
    },
  }
}

/** Messages can quote what was asked or answered: the kind alone is told. */
function noteFailure(api: OpenTelemetryApi, span: Span, error: unknown): void {
  if (AssayError.is(error)) markFailed(api, span, error.kind)
  // `Suspended` and the like: the answer will come later.
  else span.setAttribute('assay.outcome', error instanceof Error ? error.name : 'thrown')
}

export function markFailed(api: OpenTelemetryApi, span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: api.SpanStatusCode.ERROR, message: kind })
}

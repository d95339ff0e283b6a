import { AsyncLocalStorage } from 'node:async_hooks'
import { AssayError } from '@assay/core'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import type { OpenTelemetryApi } from './loaded-api.ts'

/** Nested spans, with or without a context manager of the SDK. */
export type Spans = {
  /** Runs `work` in its own span, which ends with it. An error is recorded by its kind, never its message, and rethrown. */
  readonly within: <T>(start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>
  /** The span in which the caller runs. */
  readonly current: () => Span | undefined
}

type SpanStart = { readonly name: string; readonly kind: 'internal' | 'client'; readonly attributes: Attributes }

/** @param root The parent of spans that are started in no other. */
export function createSpans(api: OpenTelemetryApi, tracer: Tracer, root: Context): Spans {
  // The SDK sets the context manager, and without one every span would be a root.
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

/** Messages can quote prompts and replies, so only the kind is recorded. */
function noteFailure(api: OpenTelemetryApi, span: Span, error: unknown): void {
  if (AssayError.is(error)) markFailed(api, span, error.kind)
  // `Suspended` and the like: the reply will arrive later.
  else span.setAttribute('assay.outcome', error instanceof Error ? error.name : 'thrown')
}

export function markFailed(api: OpenTelemetryApi, span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: api.SpanStatusCode.ERROR, message: kind })
}

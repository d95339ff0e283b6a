import { AssayError, type AssayErrorKind } from './assay-error.ts'
import type { LLMAdapter, LLMCall, LLMReply } from './llm-adapter.ts'
import type { GenerateOptions, Runtime } from './runtime.ts'
import { addUsage, noUsage, unknownUsage, type Usage } from './usage.ts'

export type MeteredRuntime = Runtime & {
  /** The usage of all calls made through it so far, rejected replies and failed calls included. */
  readonly usage: () => Usage
}

/** Counts the usage of calls through a runtime, so that it is part of the score, also of an unscored one. */
export function meterRuntime(runtime: Runtime): MeteredRuntime {
  let total: Usage = noUsage
  return {
    signal: runtime.signal,
    async generate<T>(adapter: LLMAdapter, call: LLMCall, options: GenerateOptions<T>) {
      let counted = false
      const read = (reply: LLMReply): T => {
        counted = true
        total = addUsage(total, reply.usage)
        return options.read(reply)
      }
      try {
        return await runtime.generate(adapter, call, { ...options, read })
      } catch (error) {
        if (!counted && AssayError.is(error)) total = addUsage(total, usageOfFailure(error))
        throw error
      }
    },
    async embed(adapter, texts) {
      try {
        const embedded = await runtime.embed(adapter, texts)
        total = addUsage(total, embedded.usage)
        return embedded
      } catch (error) {
        if (AssayError.is(error)) total = addUsage(total, usageOfFailure(error))
        throw error
      }
    },
    usage: () => total,
  }
}

/** Kinds of failure in which the server processed the request, or may have. */
const MAY_HAVE_RUN: ReadonlySet<AssayErrorKind> = new Set([
  'timeout',
  'connection',
  'provider',
  'aborted',
  'empty_reply',
  'invalid_reply',
  'truncated',
  'content_filter',
])

/** A refused request costs nothing. One that may have been processed costs what the provider reported, else an unknown amount. */
export function usageOfFailure({ kind, usage }: AssayError): Usage {
  return usage ?? (MAY_HAVE_RUN.has(kind) ? unknownUsage() : { ...noUsage, calls: 1 })
}

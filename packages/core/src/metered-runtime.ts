import { AssayError, type AssayErrorKind } from './assay-error.ts'
import type { LLMAdapter, LLMCall, LLMReply } from './llm-adapter.ts'
import type { GenerateOptions, Runtime } from './runtime.ts'
import { addUsage, noUsage, unknownUsage, type Usage } from './usage.ts'

export type MeteredRuntime = Runtime & {
  /** The usage of everything asked through it so far, rejected replies and failed calls included. */
  readonly usage: () => Usage
}

/** Counts what passes through a runtime, so that the usage of every port lands in the score, also when it is unscored. */
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

/** Kinds of a request that was worked on, or may have been when it broke. */
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

/** A refused request costs nothing; one that may have run costs what the provider said, else we do not know what. */
export function usageOfFailure({ kind, usage }: AssayError): Usage {
  return usage ?? (MAY_HAVE_RUN.has(kind) ? unknownUsage() : { ...noUsage, calls: 1 })
}

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
        if (!counted && AssayError.is(error)) total = addUsage(total, usageOfFailure(error.kind))
        throw error
      }
    },
    async embed(adapter, texts) {
      try {
        const embedded = await runtime.embed(adapter, texts)
        total = addUsage(total, embedded.usage)
        return embedded
      } catch (error) {
        if (AssayError.is(error)) total = addUsage(total, usageOfFailure(error.kind))
        throw error
      }
    },
    usage: () => total,
  }
}

/** A refused request costs nothing; one that may have been worked on when it broke costs we do not know what. */
function usageOfFailure(kind: AssayErrorKind): Usage {
  const mayHaveRun = kind === 'timeout' || kind === 'connection' || kind === 'provider' || kind === 'aborted'
  return mayHaveRun ? unknownUsage() : { ...noUsage, calls: 1 }
}

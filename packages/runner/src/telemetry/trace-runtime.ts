import { type GenerateOptions, type LLMAdapter, type LLMCall, type LLMReply, noUsage, type Runtime } from '@assay/core'
import { callAttributes, embeddingAttributes, replyAttributes, usageAttributes } from './call-attributes.ts'
import type { Spans } from './spans.ts'

/** The same runtime, with a span for every call. */
export function traceRuntime(runtime: Runtime, spans: Spans): Runtime {
  return {
    signal: runtime.signal,
    generate<T>(adapter: LLMAdapter, call: LLMCall, options: GenerateOptions<T>) {
      const start = { name: `chat ${adapter.modelId}`, kind: 'client' as const, attributes: callAttributes(adapter, call) }
      return spans.within(start, async (span) => {
        // Recorded while reading, so that an unusable reply is traced as well.
        let seen: LLMReply | undefined
        const read = (reply: LLMReply): T => {
          seen = reply
          return options.read(reply)
        }
        const generated = await runtime.generate(adapter, call, { ...options, read }).catch((error: unknown) => {
          if (seen !== undefined) span.setAttributes(replyAttributes(seen))
          throw error
        })
        const { reply, attempts, stored } = generated
        // A cached reply was charged before.
        span.setAttributes({
          ...replyAttributes(stored ? { ...reply, usage: noUsage } : reply),
          'assay.attempts': attempts,
          'assay.stored': stored,
        })
        return generated
      })
    },
    embed(adapter, texts) {
      const start = {
        name: `embeddings ${adapter.modelId}`,
        kind: 'client' as const,
        attributes: embeddingAttributes(adapter, texts.length),
      }
      return spans.within(start, async (span) => {
        const embedded = await runtime.embed(adapter, texts)
        span.setAttributes(usageAttributes(embedded.usage))
        return embedded
      })
    },
  }
}

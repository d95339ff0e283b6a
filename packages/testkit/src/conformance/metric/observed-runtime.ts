import { addUsage, createDirectRuntime, type LLMReply, noUsage, type Runtime, type Usage } from '@assay/core'

/** A runtime that counts calls, and can fail from a given call on. */
export type ObservedRuntime = Runtime & {
  readonly calls: () => number
  /** Of the replies that came. */
  readonly usage: () => Usage
}

/** `failure.at` is the number of calls before the first failure. Nothing is retried. */
export function observedRuntime(failure?: { readonly at: number; readonly error: Error }): ObservedRuntime {
  const direct = createDirectRuntime({ retry: { maxAttempts: 1 } })
  let calls = 0
  let usage: Usage = noUsage
  const begin = (): void => {
    calls += 1
    if (failure !== undefined && calls > failure.at) throw failure.error
  }
  return {
    async generate(adapter, call, options) {
      begin()
      return direct.generate(adapter, call, {
        ...options,
        read(reply) {
          usage = addUsage(usage, reply.usage)
          return options.read(reply)
        },
      })
    },
    async embed(adapter, texts) {
      begin()
      const embedded = await direct.embed(adapter, texts)
      usage = addUsage(usage, embedded.usage)
      return embedded
    },
    calls: () => calls,
    usage: () => usage,
  }
}

export type BabblingRuntime = Runtime & {
  /** The number of its replies. */
  readonly replies: () => number
}

/** Answers every call to a model with this text. */
export function babblingRuntime(text: string): BabblingRuntime {
  const direct = createDirectRuntime({ retry: { maxAttempts: 1 } })
  let replies = 0
  return {
    async generate(_adapter, _call, { read }) {
      replies += 1
      const reply: LLMReply = { text, finishReason: 'stop', usage: { ...noUsage, calls: 1 } }
      return { value: read(reply), reply, attempts: 1, latencyMs: 0, stored: false }
    },
    embed: (adapter, texts) => direct.embed(adapter, texts),
    replies: () => replies,
  }
}

import { type AnyMetric, type LLMAdapter, type LLMReply, meterRuntime, directRuntime, noUsage, scored, type Score, unscoredBy } from '@assay/core'

/** A metric with a given score function. */
export function scriptedMetric(score: AnyMetric['score'], options: Partial<AnyMetric> = {}): AnyMetric {
  return {
    specificationVersion: 'v1',
    name: 'toy',
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: [],
    signature: `${options.name ?? 'toy'}|v1`,
    config: null,
    score,
    ...options,
  }
}

export function valueOf(value: number, signature = 'toy|v1', extra: { range?: readonly [number, number]; verdict?: boolean } = {}): Score {
  return scored({ signature, value, reason: 'scripted', detail: {}, usage: noUsage, ...extra })
}

/** A metric that makes one call to one adapter, as an LLM metric does. */
export function callingMetric(adapter: LLMAdapter, name = 'calling'): AnyMetric {
  const signature = `${name}|v1`
  return scriptedMetric(
    async (sample, runtime = directRuntime()) => {
      const metered = meterRuntime(runtime)
      try {
        const call = { messages: [{ role: 'user' as const, parts: [{ text: sample.userInput }] }] }
        const { value } = await metered.generate(adapter, call, { read: (reply) => Number(reply.text) })
        return scored({ signature, value, reason: 'as the judge says', detail: {}, usage: metered.usage() })
      } catch (error) {
        return unscoredBy(error, { signature, usage: metered.usage() })
      }
    },
    { name, signature, kind: 'llm', needs: ['userInput'] },
  )
}

export function scriptedAdapter(doGenerate: LLMAdapter['doGenerate'], modelId = 'toy-1'): LLMAdapter {
  return {
    specificationVersion: 'v1',
    provider: 'toy',
    modelId,
    capabilities: { structuredOutput: 'prompt', seed: false, temperature: false },
    fingerprint: { provider: 'toy', modelId },
    doGenerate,
  }
}

export function replyOf(text: string): LLMReply {
  const usage = { calls: 1, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: null }
  return { text, finishReason: 'stop', usage }
}

/** The same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Work that ends when the test decides: virtual latency, in an order drawn from a seed. */
export function createBench(random: () => number = seeded(1)): {
  readonly work: () => Promise<void>
  readonly open: () => number
  readonly mostOpen: () => number
  readonly begun: () => number
  /** Ends open work, one piece per turn in random order, until `until` holds. */
  readonly run: (until: () => boolean) => Promise<void>
} {
  const waiting: (() => void)[] = []
  let most = 0
  let begun = 0
  return {
    work: () =>
      new Promise((resolve) => {
        begun += 1
        waiting.push(resolve)
        most = Math.max(most, waiting.length)
      }),
    open: () => waiting.length,
    mostOpen: () => most,
    begun: () => begun,
    async run(until) {
      while (!until()) {
        const [ended] = waiting.splice(Math.floor(random() * waiting.length), 1)
        ended?.()
        await turn()
      }
    },
  }
}

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Items from an asynchronous source, and then the given end. */
export async function* streamed<T>(items: Iterable<T>, atEnd?: () => void | Promise<void>): AsyncGenerator<T> {
  yield* items
  await atEnd?.()
}

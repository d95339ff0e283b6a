import {
  AssayError,
  callKey,
  type Embedded,
  type EmbeddingAdapter,
  estimateCallTokens,
  estimateTokens,
  type Generated,
  type GenerateOptions,
  type LLMAdapter,
  type LLMCall,
  type LLMReply,
  noUsage,
  type Runtime,
} from '@assay/core'
import { possibleCacheWrite } from '../money/possible-cache-write.ts'
import type { NowOrLater } from '../store/reply-store.ts'
import { vectorKey } from '../store/rows/vector-rows.ts'
import type { DryRunTally } from './dry-run-tally.ts'

/** Makes up a reply; `undefined` if it cannot. `earlierCalls`: how often this row has made the same call, to any judge. */
export type Rehearse = (call: LLMCall, options: { readonly earlierCalls: number }) => LLMReply | undefined

export type Rehearsal = {
  /** The runtime of one metric. It sends no request. */
  readonly runtimeOf: (metric: string, row: () => number) => Runtime
}

/** Output of a call of unknown size. */
const FIRST_GUESS = 512
/** Hex digits that identify a call: enough for billions. */
const KEY_LENGTH = 24

/** Runtimes that answer from the store, or else by rehearsal, and count. */
export function createRehearsal(o: {
  readonly tally: DryRunTally
  readonly rehearse: Rehearse
  readonly lookup: (key: string) => NowOrLater<{ readonly reply: LLMReply } | undefined>
  readonly signal?: AbortSignal | undefined
}): Rehearsal {
  const { tally, rehearse, lookup, signal } = o
  /** Calls made in this run are cached from then on, and not charged again. */
  const paid = new Set<string>()
  const seen = { row: -1, times: new Map<string, number>() }

  function countCall(call: LLMCall, row: number): number {
    if (seen.row !== row) [seen.row, seen.times] = [row, new Map()]
    const key = JSON.stringify(call.messages)
    const times = seen.times.get(key) ?? 0
    seen.times.set(key, times + 1)
    return times
  }

  async function generate<T>(metric: string, row: number, { adapter, call, read, draw }: Request<T>): Promise<Generated<T>> {
    const { droppable: _never, ...sent } = call
    const key = callKey(adapter, sent, draw)
    const earlierCalls = countCall(sent, row)
    const cached = await lookup(key)
    if (cached !== undefined) {
      const value = valueOrNone(() => read(cached.reply))
      if (value !== undefined) {
        tally.addCall(metric, adapter, row, { from: 'store' })
        return { value: value.of, reply: { ...cached.reply, usage: noUsage }, attempts: 0, latencyMs: null, stored: true }
      }
    }
    const short = key.slice(0, KEY_LENGTH)
    const isNew = !paid.has(short)
    paid.add(short)
    const reply = rehearse(sent, { earlierCalls })
    const usage = {
      ...(reply?.usage ?? {
        ...noUsage,
        calls: 1,
        inputTokens: estimateCallTokens(sent),
        outputTokens: Math.min(FIRST_GUESS, call.maxOutputTokens ?? FIRST_GUESS),
      }),
      // The maker of a reply knows nothing of caches.
      cacheWriteTokens: possibleCacheWrite(adapter, sent),
    }
    tally.addCall(metric, adapter, row, isNew ? { from: reply === undefined ? 'none' : 'rehearsal', usage } : { from: 'store' })
    if (reply === undefined) throw noRehearsal(adapter)
    return { value: read(reply), reply, attempts: 1, latencyMs: null, stored: !isNew }
  }

  function embed(metric: string, row: number, adapter: EmbeddingAdapter, texts: readonly string[]): Embedded {
    const missing = texts.filter((text) => {
      const key = vectorKey(adapter, text).slice(0, KEY_LENGTH)
      return paid.has(key) ? false : paid.add(key)
    })
    const calls = Math.ceil(missing.length / adapter.maxBatch)
    const inputTokens = missing.reduce((sum, text) => sum + estimateTokens(text), 0)
    tally.addCall(metric, adapter, row, calls === 0 ? { from: 'store' } : { from: 'rehearsal', usage: { ...noUsage, calls, inputTokens } })
    return { vectors: texts.map(() => [1]), usage: noUsage }
  }

  return {
    runtimeOf: (metric, row) => ({
      signal,
      generate: (adapter, call, { read, draw }) => generate(metric, row(), { adapter, call, read, draw }),
      // oxlint-disable-next-line typescript/require-await -- errors must become rejections
      embed: async (adapter, texts) => embed(metric, row(), adapter, texts),
    }),
  }
}

type Request<T> = Pick<GenerateOptions<T>, 'read'> & {
  readonly adapter: LLMAdapter
  readonly call: LLMCall
  readonly draw: number | undefined
}

/** A reply that another run accepted but this one cannot read counts as missing. */
function valueOrNone<T>(read: () => T): { readonly of: T } | undefined {
  try {
    return { of: read() }
  } catch (error) {
    if (AssayError.is(error)) return undefined
    throw error
  }
}

function noRehearsal({ provider, modelId }: LLMAdapter): AssayError {
  return new AssayError({
    kind: 'refused',
    provider,
    modelId,
    message: 'A dry run has no reply for this call, so what follows it is not counted.',
  })
}

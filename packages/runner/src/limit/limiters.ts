import { canonicalJson, type LLMAdapter } from '@assay/core'
import { createLimiter, type Limiter, type LimiterOptions } from './limiter.ts'

/** The limiters of one run: one per adapter (by fingerprint), for all metrics. */
export type Limiters = {
  readonly of: (adapter: LimitedAdapter) => Limiter
  /** Those in use, in the order of their first call. */
  readonly inUse: () => readonly { readonly adapter: LimitedAdapter; readonly limiter: Limiter }[]
}

type LimitedAdapter = Pick<LLMAdapter, 'provider' | 'modelId' | 'fingerprint'>

export function createLimiters(options: Omit<LimiterOptions, 'adapter'>): Limiters {
  const byFingerprint = new Map<string, { readonly adapter: LimitedAdapter; readonly limiter: Limiter }>()
  const byAdapter = new WeakMap<LimitedAdapter, Limiter>()

  function find(adapter: LimitedAdapter): Limiter {
    const key = canonicalJson(adapter.fingerprint)
    const held = byFingerprint.get(key)
    if (held !== undefined) return held.limiter
    const limiter = createLimiter({ ...options, adapter })
    byFingerprint.set(key, { adapter, limiter })
    return limiter
  }

  return {
    of(adapter) {
      const limiter = byAdapter.get(adapter) ?? find(adapter)
      byAdapter.set(adapter, limiter)
      return limiter
    },
    inUse: () => [...byFingerprint.values()],
  }
}

import { AssayError, canonicalJson, type EmbeddingAdapter, type LLMAdapter, noUsage, type Runtime, withUsage } from '@assay/core'

/** A first call that fails like this would fail for every row: waiting callers get the same error without a call. */
const FAILS_ALL: ReadonlySet<string> = new Set(['auth', 'quota', 'model_not_found', 'connection'])

type Adapter = LLMAdapter | EmbeddingAdapter
type Gate = { open: boolean; first: Promise<void> | undefined; failure: AssayError | undefined }

/** Delays a call to its adapter until the first call has succeeded. */
export type FirstCallGate = <T>(adapter: Adapter, send: () => Promise<T>) => Promise<T>

/**
 * Sends the first call of each adapter (by fingerprint) alone while the others wait: most mistakes in a key, a model or a server appear
 * before the second call.
 */
export function createFirstCallGate(): FirstCallGate {
  const byFingerprint = new Map<string, Gate>()
  const byAdapter = new WeakMap<object, Gate>()

  function gateOf(adapter: Adapter): Gate {
    const known = byAdapter.get(adapter)
    if (known !== undefined) return known
    const key = canonicalJson(adapter.fingerprint)
    const gate = byFingerprint.get(key) ?? { open: false, first: undefined, failure: undefined }
    byFingerprint.set(key, gate)
    byAdapter.set(adapter, gate)
    return gate
  }

  return async function through<T>(adapter: Adapter, send: () => Promise<T>): Promise<T> {
    const gate = gateOf(adapter)
    if (gate.open) return send()
    if (gate.first !== undefined) {
      await gate.first
      // Waiting callers were not charged.
      if (gate.failure !== undefined) throw withUsage(gate.failure, noUsage)
      return send()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.first = promise
    try {
      return await send()
    } catch (error) {
      if (AssayError.is(error) && FAILS_ALL.has(error.kind)) gate.failure = error
      throw error
    } finally {
      gate.open = gate.failure === undefined
      resolve()
    }
  }
}

/** A user-defined runtime behind such a gate. */
export function gateFirstCalls(runtime: Runtime): Runtime {
  const through = createFirstCallGate()
  return {
    signal: runtime.signal,
    generate: (adapter, call, options) => through(adapter, () => runtime.generate(adapter, call, options)),
    embed: (adapter, texts) => through(adapter, () => runtime.embed(adapter, texts)),
  }
}

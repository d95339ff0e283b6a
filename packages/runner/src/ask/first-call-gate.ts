import { AssayError, canonicalJson, type EmbeddingAdapter, type LLMAdapter, noUsage, type Runtime, withUsage } from '@assay/core'

/** A first call that fails like this would fail for every row: those who waited for it get the same error, without a call. */
const FAILS_ALL: ReadonlySet<string> = new Set(['auth', 'quota', 'model_not_found', 'connection'])

type Adapter = LLMAdapter | EmbeddingAdapter
type Gate = { open: boolean; first: Promise<void> | undefined; failure: AssayError | undefined }

/** Lets a call through to its adapter when its time has come. */
export type FirstCallGate = <T>(adapter: Adapter, ask: () => Promise<T>) => Promise<T>

/**
 * Lets the first call of each adapter, told apart by fingerprint, go alone while the others wait: most of what is wrong with a
 * key, a model or a server is found before the second call.
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

  return async function through<T>(adapter: Adapter, ask: () => Promise<T>): Promise<T> {
    const gate = gateOf(adapter)
    if (gate.open) return ask()
    if (gate.first !== undefined) {
      await gate.first
      // Who only waited was charged nothing.
      if (gate.failure !== undefined) throw withUsage(gate.failure, noUsage)
      return ask()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.first = promise
    try {
      return await ask()
    } catch (error) {
      if (AssayError.is(error) && FAILS_ALL.has(error.kind)) gate.failure = error
      throw error
    } finally {
      gate.open = gate.failure === undefined
      resolve()
    }
  }
}

/** A runtime of the user's own, behind such a gate. */
export function gateFirstCalls(runtime: Runtime): Runtime {
  const through = createFirstCallGate()
  return {
    signal: runtime.signal,
    generate: (adapter, call, options) => through(adapter, () => runtime.generate(adapter, call, options)),
    embed: (adapter, texts) => through(adapter, () => runtime.embed(adapter, texts)),
  }
}

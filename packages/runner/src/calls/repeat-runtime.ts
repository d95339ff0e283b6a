import type { LLMAdapter, LLMCall, Runtime } from '@assay/core'

/** Draws reserved for one repeat: more than any number of votes. */
const DRAWS_PER_REPEAT = 65_536

/**
 * The runtime of one repeat: the same calls as in the first, as other draws. A seed that the user set is shifted, since equal seeds give
 * equal draws.
 */
export function repeatRuntime(runtime: Runtime, repeat: number): Runtime {
  if (repeat === 0) return runtime
  const first = repeat * DRAWS_PER_REPEAT
  return {
    signal: runtime.signal,
    generate: (adapter, call, { read, draw = 0 }) =>
      runtime.generate(adapter, movedSeed(adapter, call, first), { read, draw: first + draw }),
    embed: runtime.embed,
  }
}

function movedSeed({ fingerprint }: LLMAdapter, call: LLMCall, by: number): LLMCall {
  const seed = call.seed ?? fingerprint['seed']
  return typeof seed === 'number' ? { ...call, seed: seed + by } : call
}

import { abortedError, AssayError, type LLMAdapter, type LLMCall, type LLMCapabilities, type LLMReply, unknownUsage } from '@assay/core'
import { playScript, type Script } from './script.ts'

/** A text, parts of a reply that differ from the default, or an error to throw. */
export type ScriptedReply = string | Partial<LLMReply> | AssayError

export type ScriptedAdapter = LLMAdapter & {
  /** Every call so far, in order. */
  readonly calls: readonly LLMCall[]
}

/**
 * An adapter without a model: answers from a script, for tests of metrics and judges. One reply answers every call; a list answers
 * one call each, and a call beyond it throws a plain Error; a function gets the call and the number of calls before it.
 *
 * ```ts
 * const judge = scriptedAdapter(['{"claims":["Paris is in France."]}', new AssayError({ kind: 'rate_limit', message: 'slow down' })])
 * ```
 */
export function scriptedAdapter(
  replies: Script<LLMCall, ScriptedReply>,
  options: {
    /** Default `scripted`. */
    readonly provider?: string
    /** Default `scripted`. */
    readonly modelId?: string
    /** Default: native structured output, temperature and seed. */
    readonly capabilities?: Partial<LLMCapabilities>
  } = {},
): ScriptedAdapter {
  const play = playScript(replies, 'scriptedAdapter')
  const { provider = 'scripted', modelId = 'scripted' } = options
  const calls: LLMCall[] = []
  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    capabilities: { structuredOutput: 'native', temperature: true, seed: true, ...options.capabilities },
    fingerprint: Object.freeze({ adapter: 'scripted', provider, model: modelId }),
    calls,
    async doGenerate(call, { signal } = {}) {
      if (signal?.aborted) throw abortedError(signal)
      calls.push(call)
      const reply = await play(call, calls.length - 1)
      if (AssayError.is(reply)) throw reply
      const ordinary: LLMReply = { text: '', finishReason: 'stop', usage: unknownUsage(), modelId }
      return typeof reply === 'string' ? { ...ordinary, text: reply } : { ...ordinary, ...reply }
    },
  }
}

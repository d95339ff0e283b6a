import { AssayError } from './assay-error.ts'
import { canonicalJson } from './canonical-json.ts'
import type { LLMAdapter, LLMCall, OutputMode } from './llm-adapter.ts'

/**
 * What providers were found to refuse, per adapter fingerprint, for as long as one run. A refused output mode steps down
 * (native → tool → prompt); a refused value that Assay chose is dropped. What the user set is never touched.
 */
export type ParameterFallback = {
  /** The call as it should be sent, given what is known, and a warning for each change. */
  readonly adapt: (adapter: LLMAdapter, call: LLMCall) => { readonly call: LLMCall; readonly warnings: readonly string[] }
  /** Learns from a refusal. False where nothing may be changed: the error stands. */
  readonly learn: (adapter: LLMAdapter, sent: LLMCall, error: unknown) => boolean
}

type Known = { mode?: OutputMode; dropped: Set<'temperature' | 'seed'> }

export function createParameterFallback(): ParameterFallback {
  const known = new Map<string, Known>()
  return {
    adapt(adapter, call) {
      if (known.size === 0) return { call, warnings: [] }
      const found = known.get(canonicalJson(adapter.fingerprint))
      return found === undefined ? { call, warnings: [] } : applied(adapter, call, found)
    },
    learn(adapter, sent, error) {
      if (!AssayError.is(error) || error.kind !== 'unsupported_parameter') return false
      const key = canonicalJson(adapter.fingerprint)
      const found = known.get(key) ?? { dropped: new Set() }
      if (error.parameter === 'output') {
        const next = sent.output === undefined ? undefined : nextMode(adapter, sent.output.mode ?? adapter.capabilities.structuredOutput)
        if (next === undefined) return false
        // A refusal that comes late, of a mode tried before the last step down, takes no step back.
        if (found.mode === undefined || rank(next) > rank(found.mode)) found.mode = next
      } else if (isDroppable(sent, error.parameter)) {
        found.dropped.add(error.parameter)
      } else {
        return false
      }
      known.set(key, found)
      return true
    },
  }
}

function applied(adapter: LLMAdapter, call: LLMCall, known: Known): { call: LLMCall; warnings: string[] } {
  const warnings: string[] = []
  let adapted = call
  if (
    known.mode !== undefined &&
    call.output !== undefined &&
    rank(call.output.mode ?? adapter.capabilities.structuredOutput) < rank(known.mode)
  ) {
    adapted = { ...adapted, output: { ...call.output, mode: known.mode } }
    warnings.push(`${adapter.provider}:${adapter.modelId} refused a stronger output mode; "${known.mode}" was used.`)
  }
  for (const parameter of known.dropped) {
    if (adapted[parameter] === undefined || !isDroppable(adapted, parameter)) continue
    const { [parameter]: _refused, ...rest } = adapted
    adapted = rest
    warnings.push(`${adapter.provider}:${adapter.modelId} refused ${parameter}; it was left out.`)
  }
  return { call: adapted, warnings }
}

function isDroppable(call: LLMCall, parameter: string | undefined): parameter is 'temperature' | 'seed' {
  return (
    (parameter === 'temperature' || parameter === 'seed') && call[parameter] !== undefined && (call.droppable?.includes(parameter) ?? false)
  )
}

function nextMode(adapter: LLMAdapter, mode: OutputMode): OutputMode | undefined {
  if (mode === 'native') return adapter.capabilities.toolOutput === true ? 'tool' : 'prompt'
  return mode === 'tool' ? 'prompt' : undefined
}

function rank(mode: OutputMode): number {
  return { native: 0, tool: 1, prompt: 2 }[mode]
}

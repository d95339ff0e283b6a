import { AssayError, type LLMCapabilities } from '@assay/core'

/**
 * The capabilities of models on Ollama: every sampling option, and a schema as grammar, but no forced tool call. The context window is
 * known after a request to the server. `byHand` overrides all of them.
 *
 * @throws AssayError `config` for output by tool.
 */
export function capabilitiesOf(byHand: Partial<LLMCapabilities> = {}): LLMCapabilities {
  if (byHand.structuredOutput === 'tool') {
    throw new AssayError({
      kind: 'config',
      provider: 'ollama',
      message: 'Ollama cannot force a tool call. Set capabilities.structuredOutput to "native" or "prompt".',
    })
  }
  return Object.freeze({ structuredOutput: 'native', temperature: true, seed: true, ...byHand })
}

import { AssayError, type LLMCapabilities } from '@assay/core'

/**
 * What models on Ollama take: every sampling option, and a schema as grammar. There is no forced tool call. The context window is
 * the model's own, known once the server was asked for it; what is given by hand wins.
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

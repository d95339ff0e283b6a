import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

export type OllamaModelOptions = {
  /** Beats what a metric would choose. */
  readonly temperature?: number | undefined
  /** Used where a call has no seed of its own. */
  readonly seed?: number | undefined
  /** The most tokens a reply may take, thinking included (`num_predict`). Beats the size a metric would choose. */
  readonly maxOutputTokens?: number | undefined
  /** The context window in tokens (`num_ctx`). Default `auto`: sized from the prompt, within the model's own limit. */
  readonly numCtx?: number | 'auto' | undefined
  /** How long the model stays loaded after a reply: `'10m'`, or seconds, negative for ever. Default: the server's. */
  readonly keepAlive?: string | number | undefined
  /** Whether, or how hard, a model thinks before it answers. Default: the model's own. */
  readonly think?: boolean | 'low' | 'medium' | 'high' | undefined
  /** Any other option of Ollama, as in `{ top_p: 0.9 }`. It stands in the fingerprint: no secrets here. */
  readonly options?: JsonObject | undefined
  /** What this model takes, where it differs; `contextWindow` spares the question for the model's limit. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

/** Options that the adapter writes itself, and where to set them instead. */
const RESERVED: Readonly<Record<string, string>> = {
  temperature: 'the option temperature, which stands beside it',
  seed: 'the option seed, which stands beside it',
  num_predict: 'the option maxOutputTokens, which stands beside it',
  num_ctx: 'the option numCtx, which stands beside it',
}

const check = createOptionChecks('ollama')

/**
 * A copy that later changes to the given object do not reach.
 * @throws AssayError `config` naming the option and what it should be.
 */
export function checkModelOptions(modelId: string, given: OllamaModelOptions): OllamaModelOptions {
  const { temperature, seed, maxOutputTokens, numCtx, keepAlive, options } = given
  check.modelId(modelId, 'ollama("qwen3:8b")')
  check.between('temperature', temperature, 0)
  check.wholeNumber('seed', seed)
  check.count('maxOutputTokens', maxOutputTokens)
  if (numCtx !== 'auto') check.count('numCtx', numCtx)
  check.count('capabilities.contextWindow', given.capabilities?.contextWindow)
  if (typeof keepAlive === 'number' && !Number.isFinite(keepAlive)) {
    check.fail(`keepAlive is ${keepAlive}; it must be seconds, or a text as in "10m".`)
  }
  return options === undefined ? { ...given } : { ...given, options: check.fields('options', options, RESERVED) }
}

import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

export type OllamaModelOptions = {
  /** Overrides the choice of the metric. */
  readonly temperature?: number | undefined
  /** Used if a call has no seed. */
  readonly seed?: number | undefined
  /** The maximum number of tokens of a reply, thinking included (`num_predict`). Overrides the size that the metric chooses. */
  readonly maxOutputTokens?: number | undefined
  /** The context window in tokens (`num_ctx`). Default `auto`: sized from the prompt, within the model's own limit. */
  readonly numCtx?: number | 'auto' | undefined
  /** How long the model stays loaded after a reply: `'10m'`, or seconds, negative for ever. Default: the server's. */
  readonly keepAlive?: string | number | undefined
  /** Whether, or how much, a model thinks before it answers. Default: the model's own. */
  readonly think?: boolean | 'low' | 'medium' | 'high' | undefined
  /** Any other option of Ollama, as in `{ top_p: 0.9 }`. It is part of the fingerprint, so it must not hold secrets. */
  readonly options?: JsonObject | undefined
  /** Capabilities of this model, if they differ. With `contextWindow` the model's limit is not requested. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

/** Options that the adapter writes itself, with what to use instead. */
const RESERVED: Readonly<Record<string, string>> = {
  temperature: 'the option temperature, which is beside it',
  seed: 'the option seed, which is beside it',
  num_predict: 'the option maxOutputTokens, which is beside it',
  num_ctx: 'the option numCtx, which is beside it',
}

const check = createOptionChecks('ollama')

/**
 * Checks options and returns a copy, which later changes to the given object do not affect.
 * @throws AssayError `config` that names the option and its accepted values.
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

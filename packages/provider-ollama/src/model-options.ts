import { AssayError, canonicalJson, type JsonObject, type LLMCapabilities } from '@assay/core'

export type OllamaModelOptions = {
  /** Beats what a metric would choose. */
  readonly temperature?: number | undefined
  /** Used where a call has no seed of its own. */
  readonly seed?: number | undefined
  /** The most tokens a reply may take, thinking included (`num_predict`). Beats the size a metric would choose. */
  readonly maxOutputTokens?: number | undefined
  /** The context window in tokens (`num_ctx`). Default: sized from the prompt, within the model's own limit. */
  readonly numCtx?: number | undefined
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
  temperature: 'temperature',
  seed: 'seed',
  num_predict: 'maxOutputTokens',
  num_ctx: 'numCtx',
}

/**
 * A copy that later changes to the given object do not reach.
 * @throws AssayError `config` naming the option and what it should be.
 */
export function checkModelOptions(modelId: string, given: OllamaModelOptions): OllamaModelOptions {
  const { temperature, seed, maxOutputTokens, numCtx, keepAlive, options } = given
  if (modelId.trim() === '') throw invalid('The model id is blank. Name a model, as in ollama("qwen3:8b").')
  if (temperature !== undefined && !(temperature >= 0 && temperature < Infinity)) {
    throw invalid(`temperature is ${temperature}; it must be 0 or more.`)
  }
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw invalid(`seed is ${seed}; it must be a whole number.`)
  checkCount('maxOutputTokens', maxOutputTokens)
  checkCount('numCtx', numCtx)
  checkCount('capabilities.contextWindow', given.capabilities?.contextWindow)
  if (typeof keepAlive === 'number' && !Number.isFinite(keepAlive))
    throw invalid(`keepAlive is ${keepAlive}; it must be seconds, or a text as in "10m".`)
  return options === undefined ? { ...given } : { ...given, options: checkedOptions(options) }
}

function checkedOptions(options: JsonObject): JsonObject {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(RESERVED, name))
      throw invalid(`options cannot hold "${name}". Use ${RESERVED[name] ?? 'an option'}, which stands beside it.`)
  }
  try {
    canonicalJson(options)
  } catch (error) {
    throw invalid('options holds what JSON cannot.', error)
  }
  return structuredClone(options)
}

function checkCount(name: string, count: number | undefined): void {
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    throw invalid(`${name} is ${count}; it must be a whole number above 0.`)
  }
}

function invalid(message: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'config', message, cause, provider: 'ollama' })
}

import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

/** The names of an adapter, which may differ from those of its model. */
export type AdapterNames = { readonly provider: string; readonly modelId: string }

export type AiSdkReasoning = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

export type AiSdkModelOptions = {
  /** Overrides the choice of the metric. The SDK omits it, with a warning, for models known to refuse it. */
  readonly temperature?: number | undefined
  /** Used if a call has no seed. */
  readonly seed?: number | undefined
  /** The maximum number of tokens of a reply, reasoning included. Overrides the size that the metric chooses. */
  readonly maxOutputTokens?: number | undefined
  /** How much a model thinks. Only for models of version 4 of the specification. */
  readonly reasoning?: AiSdkReasoning | undefined
  /** Options of the SDK, by provider: `{ openai: { serviceTier: 'flex' } }`. They are part of the fingerprint: no secrets here. */
  readonly providerOptions?: JsonObject | undefined
  /** Capabilities of the model, if they differ from the defaults. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
  /** The address of the model's server, for fingerprint and messages, if the model does not have it: a wrapped one, for instance. */
  readonly baseURL?: string | undefined
  /** Anything else that changes replies, such as the settings of a middleware. It is part of the fingerprint. */
  readonly fingerprint?: JsonObject | undefined
}

/**
 * Checks options and returns a copy, which later changes to the given object do not affect.
 * @throws AssayError `config` that names the option and its accepted values.
 */
export function checkModelOptions({ provider, modelId }: AdapterNames, version: string, options: AiSdkModelOptions): AiSdkModelOptions {
  const { temperature, seed, maxOutputTokens, reasoning, providerOptions, fingerprint } = options
  const check = createOptionChecks(provider)
  check.modelId(modelId, 'fromAiSdk(google("gemini-2.5-flash"))')
  check.between('temperature', temperature, 0)
  check.wholeNumber('seed', seed)
  check.count('maxOutputTokens', maxOutputTokens)
  if (reasoning !== undefined && version !== 'v4') {
    check.fail(`reasoning is set, and ${provider}:${modelId} is of version ${version.slice(1)} of the specification. Use providerOptions.`)
  }
  return {
    ...options,
    ...(providerOptions === undefined ? {} : { providerOptions: check.fields('providerOptions', providerOptions, {}) }),
    ...(fingerprint === undefined ? {} : { fingerprint: check.fields('fingerprint', fingerprint, {}) }),
  }
}

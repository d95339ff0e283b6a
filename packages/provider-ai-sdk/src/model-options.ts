import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

/** How the adapter is called, where that is not told by the model. */
export type AdapterNames = { readonly provider: string; readonly modelId: string }

export type AiSdkReasoning = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

export type AiSdkModelOptions = {
  /** Beats what a metric would choose. The SDK leaves it out, with a warning, where it knows that the model refuses it. */
  readonly temperature?: number | undefined
  /** Used where a call has no seed of its own. */
  readonly seed?: number | undefined
  /** The most tokens a reply may take, reasoning included. Beats the size a metric would choose. */
  readonly maxOutputTokens?: number | undefined
  /** How hard a model thinks. Models of version 4 of the specification take it. */
  readonly reasoning?: AiSdkReasoning | undefined
  /** As the SDK takes them, by provider: `{ openai: { serviceTier: 'flex' } }`. They stand in the fingerprint: no secrets here. */
  readonly providerOptions?: JsonObject | undefined
  /** What the model takes, where its provider does not tell. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
  /** Where the model is, for the fingerprint and for messages, where the model does not tell: one that is wrapped, for instance. */
  readonly baseURL?: string | undefined
  /** What else changes its replies and cannot be seen: settings of a middleware around it. It stands in the fingerprint. */
  readonly fingerprint?: JsonObject | undefined
}

/**
 * A copy that later changes to the given object do not reach.
 * @throws AssayError `config` naming the option and what it should be.
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

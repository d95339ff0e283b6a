import { AssayError, type EmbeddingAdapter, errorMessage, isRecord, type JsonObject, type LLMAdapter } from '@assay/core'
import { createOptionChecks, patientFetch } from '@assay/provider-kit'
import { type AiSdkEmbeddingOptions } from './embedding.ts'
import { embeddingOfAiSdk, judgeOfAiSdk } from './from-ai-sdk.ts'
import { loadProvider, packageAndModel, type Provider } from './load-provider.ts'
import type { AiSdkModelOptions } from './model-options.ts'

const PROVIDER = 'ai-sdk'
/** Given to a package as key, so that it does not read one from the environment. */
const NO_KEY = 'no-key'

export type NamedModelOptions = AiSdkModelOptions & {
  /** With `null` the package does not read a key from the environment. */
  readonly apiKey?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Other settings of the package's provider. They are part of the fingerprint. */
  readonly settings?: JsonObject | undefined
}

/**
 * A model such as `@ai-sdk/google:gemini-2.5-flash` as a judge, with the package that is installed in a folder. It uses the fetch of
 * Assay's own adapters, which follows no redirects and has no timeout.
 * @throws AssayError `config` if the package is not installed or has no such model.
 */
export async function namedJudge(written: string, options: NamedModelOptions, folder: string): Promise<LLMAdapter> {
  const { apiKey, headers, settings: given, baseURL, ...ofModel } = options
  const settings = given === undefined ? undefined : createOptionChecks(PROVIDER).fields('settings', given, RESERVED)
  const { provider, model } = await providerOf(written, folder, {
    apiKey: apiKey === null ? NO_KEY : apiKey,
    headers,
    baseURL,
    ...settings,
  })
  const made = modelOf(written, () => provider.languageModel(model))
  return judgeOfAiSdk(made, namesOf(written), { ...ofModel, baseURL, ...(settings === undefined ? {} : { fingerprint: { settings } }) })
}

/** A named model for embeddings. */
export async function namedEmbedding(written: string, options: AiSdkEmbeddingOptions, folder: string): Promise<EmbeddingAdapter> {
  const { provider, model } = await providerOf(written, folder, {})
  return embeddingOfAiSdk(
    modelOf(written, () => provider.embeddingModel(model)),
    namesOf(written),
    options,
  )
}

const RESERVED = { apiKey: 'apiKey of the judge', baseURL: 'baseURL of the judge', headers: 'headers of the judge', fetch: 'code' }

async function providerOf(
  written: string,
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ readonly provider: Provider; readonly model: string }> {
  const { name, model } = packageAndModel(written, PROVIDER)
  return { provider: await loadProvider(name, folder, { ...settings, fetch: patientFetch }), model }
}

/** Names that contain package and model, for signatures. */
function namesOf(written: string): { readonly provider: string; readonly modelId: string } {
  return { provider: PROVIDER, modelId: written }
}

/** Creates a model. A package may throw for an unknown name. */
function modelOf(written: string, make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (AssayError.is(error)) throw error
    const kind = isRecord(error) && error['name'] === 'AI_NoSuchModelError' ? 'model_not_found' : 'config'
    throw new AssayError({
      kind,
      provider: PROVIDER,
      message: `${PROVIDER}:${written} could not be made: ${errorMessage(error)}`,
      cause: error,
    })
  }
}

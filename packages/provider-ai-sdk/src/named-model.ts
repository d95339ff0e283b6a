import { AssayError, type EmbeddingAdapter, errorMessage, isRecord, type JsonObject, type LLMAdapter } from '@assay/core'
import { createOptionChecks, patientFetch } from '@assay/provider-kit'
import { type AiSdkEmbeddingOptions } from './embedding.ts'
import { embeddingOfAiSdk, judgeOfAiSdk } from './from-ai-sdk.ts'
import { loadProvider, packageAndModel, type Provider } from './load-provider.ts'
import type { AiSdkModelOptions } from './model-options.ts'

const PROVIDER = 'ai-sdk'
/** What a package gets in the place of a key that it must not look for. */
const NO_KEY = 'no-key'

export type NamedModelOptions = AiSdkModelOptions & {
  /** `null` keeps the package from looking for one. */
  readonly apiKey?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** What the package's provider is made with besides. It stands in the fingerprint. */
  readonly settings?: JsonObject | undefined
}

/**
 * `@ai-sdk/google:gemini-2.5-flash` as a judge, by the package that is installed in a folder. It is asked through the fetch of Assay's own
 * adapters, which follows no redirect and waits as long as it takes.
 * @throws AssayError `config` for a package that is not installed or makes no such model.
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

/** The same for embeddings. */
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

/** As it was written, so that a signature tells who it was. */
function namesOf(written: string): { readonly provider: string; readonly modelId: string } {
  return { provider: PROVIDER, modelId: written }
}

/** A package may refuse the name at once. */
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

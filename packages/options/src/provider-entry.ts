import type { EmbeddingAdapter, LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { OptionTable, OptionValues } from './option.ts'
import type { WithoutKind } from './without-kind.ts'

/** What can judge claims: a model, or a verifier of any kind. */
export type Judge = LLMAdapter | ClaimVerifier

/** Judges named `<name>` or `<name>:<model>`, and embeddings where it has them. */
export type ProviderEntry<Table extends OptionTable = OptionTable> = {
  readonly kind: 'provider'
  readonly name: string
  /** As people call it, as in `Google Gemini`. Default: its name. */
  readonly title?: string
  /** Names that other tools have for it. A wrong name is answered with the right one. */
  readonly aliases?: readonly string[]
  /** How one of its judges is written, as in `openai:gpt-5-mini`. */
  readonly example: string
  /** What stands behind the name and its colon; `none` where the name says all. Default `model`. */
  readonly which?: 'model' | 'deployment' | 'package and model' | 'file' | 'none'
  /** The environment variables that its key is looked for in, the first that is set, where it needs one. */
  readonly keyVariables?: readonly string[]
  /** What to know before using it, as whole sentences. */
  readonly note?: string
  /** Environment variables whose values its SDK sends by itself. They never go to a server that only an untrusted configuration names. */
  readonly ambientVariables?: readonly string[]
  /** Why a configuration that is not trusted may not ask this, as the end of a sentence that begins with the id; `undefined` where it may. */
  readonly untrusted?: (model: string, options: { readonly baseURL?: unknown }) => string | undefined
  /** Names of models by which people mean this provider without saying so. */
  readonly modelNames?: RegExp
  /** Of a judge's configuration, `id`, `provider` and `model` apart. */
  readonly options: Table
  /** @throws AssayError `config` for a model or options that cannot be. */
  readonly judge: (model: string, options: OptionValues<Table>, given: ProviderSurroundings) => Promise<Judge>
  /** @throws AssayError `config` for a model or options that cannot be. */
  readonly embedding?: (model: string, options: EmbeddingOptions, given: ProviderSurroundings) => Promise<EmbeddingAdapter>
}

/** Of a model for embeddings, where an id says too little. */
export type EmbeddingOptions = {
  /** The most texts one request takes. Default: that of the provider. */
  readonly maxBatch?: number | undefined
}

export type ProviderSurroundings = {
  /** Where relative paths start. */
  readonly folder: string
}

/** An entry with its kind, and `judge` typed by the options declared beside it. */
export function defineProviderEntry<const Table extends OptionTable>(entry: WithoutKind<ProviderEntry<Table>>): ProviderEntry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called with options that its own table has checked
  return { ...entry, kind: 'provider' } as unknown as ProviderEntry
}

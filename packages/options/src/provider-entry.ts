import type { EmbeddingAdapter, LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { OptionTable, OptionValues } from './option.ts'
import type { WithoutKind } from './without-kind.ts'

/** A judge of claims: a model, or a verifier of any kind. */
export type Judge = LLMAdapter | ClaimVerifier

/** Judges named `<name>` or `<name>:<model>`, and embeddings if it has them. */
export type ProviderEntry<Table extends OptionTable = OptionTable> = {
  readonly kind: 'provider'
  readonly name: string
  /** Its name for people, as in `Google Gemini`. Default: its name. */
  readonly title?: string
  /** Names in other tools, for hints on a wrong name. */
  readonly aliases?: readonly string[]
  /** How one of its judges is written, as in `openai:gpt-5-mini`. */
  readonly example: string
  /** The part after the name and its colon; `none` if the name is enough. Default `model`. */
  readonly which?: 'model' | 'deployment' | 'package and model' | 'file' | 'none'
  /** The environment variables of its key, in order of preference, if it needs one. */
  readonly keyVariables?: readonly string[]
  /** What to know before using it, as whole sentences. */
  readonly note?: string
  /**
   * Environment variables whose values its SDK sends by itself. They are never sent to a server that only an untrusted configuration
   * names.
   */
  readonly ambientVariables?: readonly string[]
  /** Why a configuration that is not trusted may not use this, as the end of a sentence that begins with the id; `undefined` if it may. */
  readonly untrusted?: (model: string, options: { readonly baseURL?: unknown }) => string | undefined
  /** Names of models that imply this provider. */
  readonly modelNames?: RegExp
  /** Of a judge's configuration, without `id`, `provider` and `model`. */
  readonly options: Table
  /** @throws AssayError `config` for an invalid model or option. */
  readonly judge: (model: string, options: OptionValues<Table>, given: ProviderSurroundings) => Promise<Judge>
  /** @throws AssayError `config` for an invalid model or option. */
  readonly embedding?: (model: string, options: EmbeddingOptions, given: ProviderSurroundings) => Promise<EmbeddingAdapter>
}

/** Of a model for embeddings, if an id is not enough. */
export type EmbeddingOptions = {
  /** The most texts per request. Default: that of the provider. */
  readonly maxBatch?: number | undefined
}

export type ProviderSurroundings = {
  /** The base folder of relative paths. */
  readonly folder: string
}

/** An entry with its kind, and `judge` typed by the options declared beside it. */
export function defineProviderEntry<const Table extends OptionTable>(entry: WithoutKind<ProviderEntry<Table>>): ProviderEntry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called with options that its own table has checked
  return { ...entry, kind: 'provider' } as unknown as ProviderEntry
}

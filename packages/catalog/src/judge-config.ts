import { type AssayError, configError } from '@assay/core'

/** A judge with its server and parameters, which an id cannot express. The other options are those of the provider's factory. */
export type JudgeConfig = JudgeConnection & {
  /** An id as for `judgeFrom`: `openai:gpt-5-mini`. Or `provider` and `model` separately. */
  readonly id?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  /** `temperature`, `seed`, `maxOutputTokens`, … */
  readonly [option: string]: unknown
}

/** The address and credentials of a judge. None of it is ever stored. */
type JudgeConnection = {
  readonly baseURL?: string | undefined
  /** `null` sends none and ignores the environment. */
  readonly apiKey?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of Azure. */
  readonly apiVersion?: string | undefined
}

/** @throws AssayError `config` if no name or two names are given. */
export function judgeIdOf({ id, provider, model }: JudgeConfig): string {
  if (typeof id === 'string' && provider === undefined && model === undefined) return id
  if (id === undefined && typeof provider === 'string') return model === undefined ? provider : `${provider}:${model}`
  throw fault(
    'needs an id, as in { id: "openai:gpt-5-mini" }, or a provider and a model, as in { provider: "openai", model: "gpt-5-mini" }',
  )
}

function fault(what: string): AssayError {
  return configError(`A judge's configuration ${what}.`)
}

import { type AssayError, configError } from '@assay/core'

/** A judge with its server and parameters: what an id alone cannot say. The other options are those of the provider's own factory. */
export type JudgeConfig = JudgeConnection & {
  /** As `judgeFrom` takes it: `openai:gpt-5-mini`. Or `provider` and `model` apart. */
  readonly id?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  /** `temperature`, `seed`, `maxOutputTokens`, … */
  readonly [option: string]: unknown
}

/** Where a judge is, and how one gets in. None of it is ever stored. */
type JudgeConnection = {
  readonly baseURL?: string | undefined
  /** `null` sends none and leaves the environment alone. */
  readonly apiKey?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of Azure. */
  readonly apiVersion?: string | undefined
}

/** @throws AssayError `config` where nothing or two things name the judge. */
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

import { isRecord } from '@assay/core'
import { headerSecrets, secretForms } from '@assay/provider-kit'

/** A chat model of LangChain by its shape, so that no version of LangChain has to be installed. */
export type LangChainChatModel = {
  /** The kind of model, as in `openai`. */
  _llmType(): string
  invoke(messages: never, options?: never): PromiseLike<unknown>
  /** Missing if the model does not support schemas. */
  withStructuredOutput?(schema: never, options?: never): { invoke(messages: never, options?: never): PromiseLike<unknown> }
}

type Fields = Readonly<Record<string, unknown>>

export function isChatModel(model: unknown): model is LangChainChatModel {
  return isRecord(model) && typeof model['invoke'] === 'function' && typeof model['_llmType'] === 'function'
}

/** The vendor's name of the model; `undefined` if unknown. */
export function modelNameOf(model: LangChainChatModel): string | undefined {
  return firstText(['model', 'modelName', 'modelId', 'deploymentName', 'azureOpenAIApiDeploymentName'].map((name) => field(model, name)))
}

/** The address of the model's server, without credentials and query; `undefined` if unknown. */
export function addressOf(model: LangChainChatModel): string | undefined {
  const given = settingsOf(model).flatMap(({ baseURL, baseUrl, apiUrl, endpoint }) => [baseURL, baseUrl, apiUrl, endpoint])
  const url = URL.parse(firstText(given) ?? '')
  return url === null ? undefined : `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The credentials that the model sends, in all their forms: the keys in its settings, and the headers of its client. */
export function secretsOf(model: LangChainChatModel): readonly string[] {
  const settings = settingsOf(model)
  const keys = settings.flatMap((held) => Object.entries(held).flatMap(([name, value]) => (CREDENTIAL.test(name) ? [value] : [])))
  const headers = settings.flatMap(({ defaultHeaders }) => (isRecord(defaultHeaders) ? [defaultHeaders] : []))
  const texts = headers.map((held) =>
    Object.fromEntries(Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  )
  return secretForms([...keys.filter((key) => typeof key === 'string'), ...texts.flatMap(headerSecrets)])
}

/** The parameters of the model's requests, as the model lists them: temperature, limit, … */
export function parametersOf(model: LangChainChatModel): Fields {
  const list = field(model, 'invocationParams')
  if (typeof list !== 'function') return {}
  try {
    const listed: unknown = Reflect.apply(list, model, [{}])
    const plain: unknown = JSON.parse(JSON.stringify(listed ?? {}))
    return isRecord(plain) ? Object.fromEntries(Object.entries(plain).filter(([name]) => !CREDENTIAL.test(name))) : {}
  } catch {
    return {}
  }
}

const CREDENTIAL = /api_?key|access_?key|secret|password|(?:^|auth|access|session|bearer)_?token$/i

/** The model, and the settings of its client. */
function settingsOf(model: LangChainChatModel): readonly Fields[] {
  return [model, ...['clientConfig', 'clientOptions', 'configuration', 'fields'].map((name) => field(model, name))].filter(isRecord)
}

function field(model: object, name: string): unknown {
  return Reflect.get(model, name)
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}

import { type Environment, environmentNames, expandEnvironment, withoutAmbientKey } from '@assay/config-kit'
import { type AssayError, configError } from '@assay/core'
import { nearestName } from '@assay/text'
import type { ProviderFields } from '../reading/config-shapes.ts'

/** A model for the catalog: an id with options. */
export type ModelConfig = { readonly id: string; readonly [option: string]: unknown }

export type ProviderTrust = {
  readonly environment: Environment
  readonly trustConfig: boolean
  /** Environment variables that a provider's SDK sends by itself. */
  readonly ambientVariables: (provider: string) => readonly string[]
}

/** The role of a model. Each has another remedy if the model cannot be used. */
export type ModelRole = 'grader' | 'target' | 'embeddings'

const WAYS_OUT: Readonly<Record<ModelRole, string>> = {
  grader: 'name a judge with --judge',
  target: 'run promptfoo eval -o results.json and pass --outputs results.json',
  embeddings: 'name a model of these as the provider of the assertion',
}

/** Words between provider and model in promptfoo. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  openai: ['chat', 'responses', 'embedding', 'embeddings'],
  anthropic: ['messages'],
  ollama: ['chat', 'embedding', 'embeddings'],
  azure: ['chat', 'responses', 'embedding', 'embeddings'],
}
const ALIASES: Readonly<Record<string, string>> = { azureopenai: 'azure' }
/** Judges of Assay that are not promptfoo providers. */
const OURS: ReadonlySet<string> = new Set(['lexical', 'recorded'])

/** promptfoo's options, and their names in Assay. */
const OPTIONS: Readonly<Record<string, string>> = {
  apiKey: 'apiKey',
  apiBaseUrl: 'baseURL',
  apiHost: 'baseURL',
  baseUrl: 'baseURL',
  apiVersion: 'apiVersion',
  headers: 'headers',
  temperature: 'temperature',
  seed: 'seed',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  max_output_tokens: 'maxOutputTokens',
  num_predict: 'maxOutputTokens',
  num_ctx: 'numCtx',
  reasoning_effort: 'reasoningEffort',
  thinking: 'thinking',
}
/** Fields that go into the request as they are. */
const BODY = ['top_p', 'top_k', 'presence_penalty', 'frequency_penalty', 'stop']

/** Why Assay cannot call a provider, and what to do; `undefined` if it can. */
export function whyNoModel(written: string, role: ModelRole): string | undefined {
  const wayOut = WAYS_OUT[role]
  if (/\{\{|\$\{/.test(written))
    return `${JSON.stringify(written)} reads its name from elsewhere, and the name of a model stands in every report and signature. Write it out, or ${wayOut}`
  const { provider, kinds, model } = partsOf(written)
  if (OURS.has(provider)) return undefined
  if (kinds === undefined)
    return `${JSON.stringify(written)} is not a model that Assay can call. There are: ${Object.keys(KINDS).join(', ')}; or ${wayOut}`
  if (model === '' || kinds.includes(model)) return `${JSON.stringify(written)} names no model. Write it in full, as in ${provider}:<model>`
  return undefined
}

/**
 * A promptfoo provider as a model for the catalog. Keys come from the environment only: as `{{env.NAME}}`, `${NAME}` or `apiKeyEnvar`.
 * @param onUnread Called for each unknown option.
 * @throws AssayError `config` for an unknown provider, or a key that is written out.
 */
export function modelConfigOf(
  provider: ProviderFields,
  trust: ProviderTrust,
  onUnread: (what: string) => void,
  role: ModelRole = 'grader',
): ModelConfig {
  if (typeof provider === 'string') return modelOf(provider, role)
  const { id, config = {} } = provider
  if (typeof id !== 'string')
    throw fault(`it has no id: ${JSON.stringify(provider).slice(0, 80)}. Write { id: openai:gpt-4.1, config: … }.`)
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw fault(`the config of ${id} is no map.`)
  const model = modelOf(id, role)
  const name = model.id.split(':', 1)[0] ?? ''
  const made: Record<string, unknown> = { ...model }
  const body: Record<string, unknown> = {}
  for (const [option, value] of Object.entries(config)) {
    if (value === undefined || value === null) continue
    const ours = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined
    if (option === 'apiKeyEnvar') made['apiKey'] = expand(`\${${String(value)}}`, `${id}: apiKeyEnvar`, trust)
    else if (ours === 'apiKey') made['apiKey'] = keyOf(value, id, trust)
    else if (ours === 'baseURL') made['baseURL'] = urlOf(option, expand(String(value), `${id}: ${option}`, trust))
    else if (ours === 'headers') made['headers'] = headersOf(value, id, trust)
    else if (ours !== undefined) made[ours] = value
    else if (BODY.includes(option)) body[option] = value
    else onUnread(`the option ${JSON.stringify(option)} of the provider ${id} is not read${hintFor(option)}`)
  }
  if (Object.keys(body).length > 0) made[name === 'ollama' ? 'options' : 'extraBody'] = body
  return { ...(trust.trustConfig ? made : withoutAmbientKey(made, trust.ambientVariables(name), trust.environment)), id: model.id }
}

/** `openai:chat:gpt-4` is `openai:gpt-4`; `openai:responses:o3` is that with `api: 'responses'`. @throws AssayError `config` */
function modelOf(written: string, role: ModelRole): ModelConfig {
  const why = whyNoModel(written, role)
  if (why !== undefined) throw fault(`${why}.`)
  const { provider, kind, model } = partsOf(written)
  if (OURS.has(provider)) return { id: written }
  return kind === 'responses' ? { id: `${provider}:${model}`, api: 'responses' } : { id: `${provider}:${model}` }
}

function partsOf(written: string): {
  readonly provider: string
  readonly kinds: readonly string[] | undefined
  readonly kind: string | undefined
  readonly model: string
} {
  const [name = '', ...rest] = written.split(':')
  const provider = Object.hasOwn(ALIASES, name) ? String(ALIASES[name]) : name
  const kinds = Object.hasOwn(KINDS, provider) ? KINDS[provider] : undefined
  const kind = rest.length > 1 && kinds?.includes(rest[0] ?? '') === true ? rest[0] : undefined
  return { provider, kinds, kind, model: (kind === undefined ? rest : rest.slice(1)).join(':') }
}

function keyOf(value: unknown, id: string, trust: ProviderTrust): string {
  const text = withReferences(String(value))
  if (environmentNames(text).length > 0) return expand(text, `${id}: apiKey`, trust)
  throw fault(`${id} has a key written out. Write {{env.NAME}} of an environment variable that holds it.`)
}

function headersOf(value: unknown, id: string, trust: ProviderTrust): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(`the headers of ${id} are no map.`)
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, expand(String(text), `${id}: the header ${name}`, trust)]))
}

function urlOf(option: string, url: string): string {
  return option === 'apiHost' && !/^https?:\/\//.test(url) ? `https://${url}` : url
}

function expand(text: string, where: string, { environment }: ProviderTrust): string {
  return expandEnvironment(withReferences(text), where, environment)
}

/** Converts promptfoo's references to environment variables to `${NAME}`. */
function withReferences(text: string): string {
  return text.replace(/\{\{ {0,9}env\.([A-Za-z_]\w{0,199}) {0,9}\}\}/g, '${$1}')
}

function hintFor(option: string): string {
  const nearest = nearestName(option, [...Object.keys(OPTIONS), ...BODY])
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}

function fault(what: string): AssayError {
  return configError(`The provider cannot be used: ${what}`)
}

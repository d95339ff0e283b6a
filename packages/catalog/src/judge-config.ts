import { AssayError, type JsonObject } from '@assay/core'
import { nearestName } from '@assay/text'
import type { JudgeEntry } from './catalog.ts'

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
export type JudgeConnection = {
  readonly baseURL?: string | undefined
  /** `null` sends none and leaves the environment alone. */
  readonly apiKey?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of Azure. */
  readonly apiVersion?: string | undefined
}

const CONNECTION: ReadonlySet<string> = new Set(['baseURL', 'apiKey', 'headers', 'apiVersion'])

/** @throws AssayError `config` where nothing or two things name the judge. */
export function judgeIdOf({ id, provider, model }: JudgeConfig): string {
  if (typeof id === 'string' && provider === undefined && model === undefined) return id
  if (id === undefined && typeof provider === 'string') return model === undefined ? provider : `${provider}:${model}`
  throw fault(
    'needs an id, as in { id: "openai:gpt-5-mini" }, or a provider and a model, as in { provider: "openai", model: "gpt-5-mini" }',
  )
}

/** What of a configuration is the connection, and what are parameters. @throws AssayError `config` for an option that the entry does not take. */
export function judgeParts(
  config: JudgeConfig,
  { name, options: known }: JudgeEntry,
): { readonly connection: JudgeConnection | undefined; readonly options: JsonObject | undefined } {
  const given = Object.entries(config).filter(([key, value]) => value !== undefined && !['id', 'provider', 'model'].includes(key))
  for (const [key] of given) {
    if (known === undefined || known.includes(key)) continue
    const nearest = nearestName(key, known)
    const hint = nearest !== undefined ? `Did you mean ${nearest}?` : `There are: ${known.length === 0 ? 'none' : known.join(', ')}.`
    throw fault(`has the option ${JSON.stringify(key)}, which ${name} does not take. ${hint}`)
  }
  checkConnection(config)
  const connection = given.filter(([key]) => CONNECTION.has(key))
  const options = given.filter(([key]) => !CONNECTION.has(key))
  return {
    connection: connection.length === 0 ? undefined : Object.fromEntries(connection),
    options: options.length === 0 ? undefined : jsonOf(Object.fromEntries(options)),
  }
}

function checkConnection({ baseURL, apiKey, headers, apiVersion }: JudgeConfig): void {
  for (const [key, value] of Object.entries({ baseURL, apiKey: apiKey ?? undefined, apiVersion })) {
    if (value !== undefined && typeof value !== 'string') throw fault(`has a ${key} that is no text`)
  }
  const isMap =
    typeof headers === 'object' &&
    headers !== null &&
    !Array.isArray(headers) &&
    Object.values(headers).every((value) => typeof value === 'string')
  if (headers !== undefined && !isMap) throw fault('has headers that are no map of names to texts')
}

/** A copy without anything that is no JSON. */
function jsonOf(options: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(options))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON gives back for an object
  return copy as JsonObject
}

function fault(what: string): AssayError {
  return new AssayError({ kind: 'config', message: `A judge's configuration ${what}.` })
}

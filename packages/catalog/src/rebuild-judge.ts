import { canonicalJson, configError, type JsonObject, type LLMAdapter } from '@assay/core'
import type { ProviderEntry } from '@assay/options'
import { isAdapter } from './shapes.ts'

/** Parts of a fingerprint that are no options: the model, the server, and values that are only hashed. */
const NO_OPTIONS = new Set(['adapter', 'model', 'baseURL', 'host', 'headers', 'structuredOutput', 'maxTokensParameter', 'seedParameter'])

/** @throws AssayError `config` if the current environment makes another adapter, naming the parts that differ. */
export async function rebuildJudge(
  fingerprint: JsonObject,
  providers: ReadonlyMap<string, ProviderEntry>,
  folder: string,
): Promise<LLMAdapter> {
  const { adapter, model, structuredOutput, maxTokensParameter, seedParameter, api } = fingerprint
  const entry = typeof adapter === 'string' ? providers.get(adapter) : undefined
  if (entry === undefined || typeof model !== 'string') {
    throw configError(`A judge with the fingerprint ${canonicalJson(fingerprint)} cannot be made here: its adapter is not registered.`)
  }
  const options = Object.fromEntries(Object.entries(fingerprint).filter(([key]) => !NO_OPTIONS.has(key)))
  const capabilities = {
    ...(structuredOutput === undefined ? {} : { structuredOutput }),
    ...(maxTokensParameter === undefined ? {} : { maxTokensParameter }),
    ...(seedParameter === undefined ? {} : { seedParameter }),
    // Any earlier user of it had this value in the environment.
    ...(api === 'responses' ? { responsesApi: true } : {}),
  }
  const judge = await entry.judge(model, { ...options, capabilities }, { folder })
  if (!isAdapter(judge)) throw configError(`${entry.name}:${model} is not a model.`)
  const differs = Object.keys({ ...fingerprint, ...judge.fingerprint }).filter((key) => !same(fingerprint[key], judge.fingerprint[key]))
  if (differs.length === 0) return judge
  const parts = differs.map((key) => `${key} was ${shown(fingerprint[key])} and is ${shown(judge.fingerprint[key])}`)
  throw configError(
    `${entry.name}:${model} is not the same judge here: ${parts.join('; ')}. Set the environment as it was, or name a judge.`,
  )
}

function same(a: unknown, b: unknown): boolean {
  return shown(a) === shown(b)
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : canonicalJson(value)
}

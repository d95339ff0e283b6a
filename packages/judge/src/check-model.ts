import { type AssayError, configError, type LLMAdapter } from '@assay/core'

const FIELDS = [
  ['specificationVersion', 'string'],
  ['provider', 'string'],
  ['modelId', 'string'],
  ['capabilities', 'object'],
  ['fingerprint', 'object'],
  ['doGenerate', 'function'],
] as const

/** An adapter may be third-party JavaScript. @throws AssayError `config` naming what it lacks. */
export function checkModel(judge: unknown, factory: string): asserts judge is LLMAdapter {
  refuseText(judge, factory)
  if (typeof judge !== 'object' || judge === null) throw config(factory, 'judge must be a model (an LLMAdapter)')
  const given: ReadonlyMap<string, unknown> = new Map(FIELDS.map(([name]) => [name, Reflect.get(judge, name)]))
  const missing = FIELDS.filter(([name, type]) => typeof given.get(name) !== type || given.get(name) === null)
  if (missing.length > 0) {
    throw config(factory, `judge is no complete LLMAdapter: it has no ${missing.map(([name, type]) => `${name} (${type})`).join(', no ')}`)
  }
  const version = given.get('specificationVersion')
  if (version !== 'v1')
    throw config(factory, `judge has specificationVersion ${JSON.stringify(version)}; this package calls adapters of "v1"`)
}

/** The catalog of `assay` resolves an id; the judge package does not know the providers. */
export function refuseText(judge: unknown, factory: string): void {
  if (typeof judge !== 'string') return
  const id = JSON.stringify(judge)
  throw config(
    factory,
    `judge is the text ${id}, and a model or a verifier is needed. Pass await judgeFrom(${id}); judgeFrom comes with "assay"`,
  )
}

function config(factory: string, message: string): AssayError {
  return configError(`${factory}: ${message}.`)
}

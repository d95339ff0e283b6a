import { type AssayError, configError, type LLMAdapter } from '@assay/core'

const FIELDS = [
  ['specificationVersion', 'string'],
  ['provider', 'string'],
  ['modelId', 'string'],
  ['capabilities', 'object'],
  ['fingerprint', 'object'],
  ['doGenerate', 'function'],
] as const

/** An adapter may be anybody's own, written in JavaScript. @throws AssayError `config` naming what it lacks. */
export function checkModel(judge: unknown, who: string): asserts judge is LLMAdapter {
  refuseText(judge, who)
  if (typeof judge !== 'object' || judge === null) throw config(who, 'judge must be a model (an LLMAdapter)')
  const given: ReadonlyMap<string, unknown> = new Map(FIELDS.map(([name]) => [name, Reflect.get(judge, name)]))
  const missing = FIELDS.filter(([name, type]) => typeof given.get(name) !== type || given.get(name) === null)
  if (missing.length > 0) {
    throw config(who, `judge is no whole LLMAdapter: it has no ${missing.map(([name, type]) => `${name} (${type})`).join(', no ')}`)
  }
  const version = given.get('specificationVersion')
  if (version !== 'v1') throw config(who, `judge has specificationVersion ${JSON.stringify(version)}; this package asks adapters of "v1"`)
}

/** An id is looked up by the catalog of `assay`; what only judges cannot know every provider. */
export function refuseText(judge: unknown, who: string): void {
  if (typeof judge !== 'string') return
  const id = JSON.stringify(judge)
  throw config(
    who,
    `judge is the text ${id}, and a model or a verifier is needed. Pass await judgeFrom(${id}); judgeFrom comes with "assay"`,
  )
}

function config(who: string, message: string): AssayError {
  return configError(`${who}: ${message}.`)
}

import { AssayError, canonicalJson, type JsonObject } from '@assay/core'

/** Each throws AssayError `config`, naming the option and what it should be; what is `undefined` passes. */
export type OptionChecks = {
  readonly modelId: (modelId: string, example: string) => void
  /** Both ends included; without `most` there is no upper end, and infinity is refused. */
  readonly between: (name: string, value: number | undefined, least: number, most?: number) => void
  readonly wholeNumber: (name: string, value: number | undefined) => void
  /** A whole number above 0. */
  readonly count: (name: string, value: number | undefined) => void
  /**
   * A copy of fields that go into the request as they are.
   * @param reserved Fields that the adapter writes itself, and what to use instead.
   */
  readonly fields: (name: string, value: JsonObject, reserved: Readonly<Record<string, string>>) => JsonObject
  readonly fail: (message: string, cause?: unknown) => never
}

export function createOptionChecks(provider: string): OptionChecks {
  const fail = (message: string, cause?: unknown): never => {
    throw new AssayError({ kind: 'config', message, cause, provider })
  }
  return {
    fail,
    modelId(modelId, example) {
      if (modelId.trim() === '') fail(`The model id is blank. Name a model, as in ${example}.`)
    },
    between(name, value, least, most) {
      if (value === undefined || (value >= least && value <= (most ?? Number.MAX_VALUE))) return
      fail(`${name} is ${value}; it ${most === undefined ? `must be ${least} or more` : `goes from ${least} to ${most}`}.`)
    },
    wholeNumber(name, value) {
      if (value !== undefined && !Number.isSafeInteger(value)) fail(`${name} is ${value}; it must be a whole number.`)
    },
    count(name, value) {
      if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return
      fail(`${name} is ${value}; it must be a whole number above 0.`)
    },
    fields(name, value, reserved) {
      for (const field of Object.keys(value)) {
        if (Object.hasOwn(reserved, field)) fail(`${name} cannot hold "${field}". Use ${reserved[field]}.`)
      }
      try {
        canonicalJson(value)
      } catch (error) {
        fail(`${name} holds what JSON cannot.`, error)
      }
      return structuredClone(value)
    },
  }
}

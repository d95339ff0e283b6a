import {
  AssayError,
  canonicalJson,
  type JsonObject,
  type JsonValue,
  type LLMCall,
  type LLMCapabilities,
  type LLMMessage,
  type OutputMode,
} from '@assay/core'

/** An environment variable, trimmed; `undefined` if it is unset or blank. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name]?.trim()
  return value === '' ? undefined : value
}

/** Each check throws AssayError `config` that names the option and the accepted values; `undefined` passes. */
export type OptionChecks = {
  readonly modelId: (modelId: string, example: string) => void
  /** Both ends are inclusive. Without `most` any finite number from `least` passes. */
  readonly between: (name: string, value: number | undefined, least: number, most?: number) => void
  readonly wholeNumber: (name: string, value: number | undefined) => void
  /** A whole number above 0. */
  readonly count: (name: string, value: number | undefined) => void
  /**
   * Copies fields that go into the request unchanged.
   * @param reserved Fields that the adapter writes itself, with what to use instead.
   */
  readonly fields: (name: string, value: JsonObject, reserved: Readonly<Record<string, string>>) => JsonObject
  readonly fail: (message: string, cause?: unknown) => never
}

/** Names of fields that hold a credential if their value is a string. `max_tokens` and `eos_token_id` do not match. */
const CREDENTIAL =
  /(?:api|access|private|subscription)[-_]?key$|secret(?:[-_]?key)?$|passw(?:or)?d$|^(?:proxy[-_]?)?authorization$|(?:^|api|access|auth|authorization|bearer|session|refresh|id|security)[-_]?token$/i

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
        fail(`${name} holds a value that JSON cannot express.`, error)
      }
      const field = credentialIn(value)
      if (field !== undefined)
        fail(`${name} cannot hold "${field}", which looks like a credential: ${name} is part of the fingerprint. Use headers.`)
      return structuredClone(value)
    },
  }
}

/** The first field at any depth that is named like a credential and holds a string. */
function credentialIn(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, held] of Object.entries<JsonValue>(value)) {
    if (typeof held === 'string' && CREDENTIAL.test(name)) return name
    const inner = credentialIn(held)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** The names of the options that are set, for `Attempt.setByUser`. */
export function namesOfSet(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/**
 * Checks that no options of the connection are set beside a client, where they would have no effect.
 * @throws AssayError `config` that names them.
 */
export function refuseBesideClient(provider: string, options: Readonly<Record<string, unknown>>): void {
  const beside = Object.entries(options).flatMap(([name, value]) => (name === 'client' || value === undefined ? [] : [name]))
  if (beside.length === 0) return
  throw new AssayError({
    kind: 'config',
    provider,
    message: `client is set, and so is ${beside.join(', ')}. Set it on the client instead.`,
  })
}

/** Deep-freezes a JSON value and returns it, so that fingerprints and capabilities stay the same during a run. */
export function freezeJson<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values<JsonValue>(value)) freezeJson(held)
    Object.freeze(value)
  }
  return value
}

/** Copies an object without the fields that are `undefined`. */
export function definedOf<T extends object>(fields: T): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields left have their values
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

export type Chosen = {
  /** How the schema is enforced; `undefined` if the call has none. */
  readonly outputMode: OutputMode | undefined
  readonly maxOutputTokens: number | undefined
  readonly temperature: number | undefined
  readonly seed: number | undefined
}

/**
 * The parameters of a request. Options of the adapter override the call, except the seed: that of the call is the user's seed, offset by
 * the draw.
 */
export function chosenFor(
  call: LLMCall,
  options: { readonly [Name in 'maxOutputTokens' | 'temperature' | 'seed']?: number | undefined },
  { structuredOutput }: Pick<LLMCapabilities, 'structuredOutput'>,
): Chosen {
  return {
    outputMode: call.output === undefined ? undefined : (call.output.mode ?? structuredOutput),
    maxOutputTokens: options.maxOutputTokens ?? call.maxOutputTokens,
    temperature: options.temperature ?? call.temperature,
    seed: call.seed ?? options.seed,
  }
}

/** The text of a message: its parts, joined without a separator. */
export function textOfParts({ parts }: LLMMessage): string {
  return parts.map(({ text }) => text).join('')
}

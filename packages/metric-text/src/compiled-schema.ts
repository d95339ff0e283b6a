import { AssayError, canonicalJson, configError, isRecord, type JsonObject } from '@assay/core'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { bounded } from './bounded.ts'
import type { SchemaCheck } from './json-schema.ts'

/** How long one value may take: a pattern in a schema can backtrack for ever. */
const LIMIT_MS = 1_000

/** A schema as a check of values. @throws AssayError `config` for what is no schema. */
export function compiledSchema(written: JsonObject | boolean, limitMs = LIMIT_MS): SchemaCheck {
  const schema = copied(written)
  const ajv = ajvFor(schema)
  const validate = compiled(ajv, schema)
  return {
    schema,
    faultOf(value) {
      const conforms = bounded(() => validate(value), limitMs)
      if (conforms === undefined)
        throw new AssayError({
          kind: 'timeout',
          message: `The JSON Schema took longer than ${limitMs} ms on the response. Look at its patterns: one with repetitions inside of repetitions can take for ever.`,
          isRetryable: false,
        })
      return conforms === true ? undefined : ajv.errorsText(validate.errors, { dataVar: 'JSON' })
    },
  }
}

/** What is checked must not change with the object that was given. */
function copied(schema: unknown): JsonObject | boolean {
  if (typeof schema === 'boolean') return schema
  if (!isRecord(schema)) throw configError('The JSON Schema is neither a map nor a boolean. Give a schema as in { "type": "object" }.')
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own JSON
    return JSON.parse(canonicalJson(schema)) as JsonObject
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw configError('The JSON Schema holds something that JSON has no form for.')
  }
}

function ajvFor(schema: JsonObject | boolean): Ajv {
  const draft = typeof schema === 'object' && typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
  const Draft = draft.includes('2020-12') ? Ajv2020 : draft.includes('2019-09') ? Ajv2019 : Ajv
  const ajv = new Draft({ strictSchema: true, logger: false })
  formats.default(ajv)
  return ajv
}

function compiled(ajv: Ajv, schema: JsonObject | boolean): ReturnType<Ajv['compile']> {
  try {
    return ajv.compile(schema)
  } catch (error) {
    throw configError(`The JSON Schema cannot be used: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

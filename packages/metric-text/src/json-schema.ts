import type { JsonObject, JsonValue } from '@assay/core'

/** A JSON Schema that is ready to be used. */
export type SchemaCheck = {
  readonly schema: JsonObject | boolean
  /** Where a value does not conform, in a few words; `undefined` where it does. @throws AssayError `timeout` */
  readonly faultOf: (value: JsonValue) => string | undefined
}

/**
 * Makes a schema ready for `isJson` and `containsJson`. Words and formats that are not known are refused: by draft-07, or by the draft 2019-09 or 2020-12
 * that its `$schema` names. What checks schemas is loaded here.
 * @throws AssayError `config` for what is no schema.
 */
export async function jsonSchema(schema: JsonObject | boolean): Promise<SchemaCheck> {
  const { compiledSchema } = await import('./compiled-schema.ts')
  return compiledSchema(schema)
}

/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

export type JsonObject = { readonly [key: string]: JsonValue }

/** A JSON Schema as data. Assay sends only schemas with all keys required, `additionalProperties: false`, no bounds and no formats. */
export type JsonSchema = JsonObject

import { JSONPathEnvironment, JSONPathQuery, type JSONValue } from 'json-p3'

/** A JSONPath (RFC 9535), checked. */
export type JsonPath = {
  /**
   * One value. @throws Error where the path finds several.
   */
  readonly one: (record: unknown) => unknown
  /** A list: the one that a path to one place finds there, else all values it finds. Undefined where nothing could hold them. */
  readonly list: (record: unknown) => unknown
}

/** Whether a mapping's text is meant as JSONPath: `$`, `$.a` or `$[…`; `$price` is the name of a column. */
export function isJsonPath(text: string): boolean {
  return /^\$(?:$|[.[])/.test(text)
}

/**
 * Compiles a path. No part of it is run as code, and its functions that take regular expressions are left out: their patterns may
 * come from the data, and run for ever.
 * @throws Error saying where the path is wrong.
 */
export function compileJsonPath(text: string): JsonPath {
  const environment = new JSONPathEnvironment()
  for (const name of ['match', 'search']) environment.functionRegister.delete(name)
  const query = environment.compile(withoutLeadingZeros(text))
  const isSingular = query.singularQuery()
  const prefixes = query.segments.map((_segment, end) => new JSONPathQuery(environment, query.segments.slice(0, end)))
  const holder = prefixes.findLast((prefix) => prefix.singularQuery())

  function one(record: unknown): unknown {
    const found = valuesOf(query, record)
    if (found.length <= 1) return found[0]
    throw new Error(`it finds ${found.length} values where one was expected. Name one, as in [0].`)
  }

  function list(record: unknown): unknown {
    if (isSingular) return one(record)
    const found = valuesOf(query, record)
    if (found.length > 0) return found
    // An empty list of documents is nothing retrieved; no such list is a missing field.
    const [held] = holder === undefined ? [] : valuesOf(holder, record)
    return typeof held === 'object' && held !== null ? [] : undefined
  }

  return { one, list }
}

function valuesOf(query: JSONPathQuery, record: unknown): unknown[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record that was read from JSON, CSV, YAML or Parquet
  return query.query(record as JSONValue).values()
}

/** Texts in quotes, which stay as they are, and numbers that begin with 0. */
const TEXT_OR_FRACTION = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|(?<![\w.-])0(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/g

/** json-p3 takes 0.5 for a number with a needless zero, and refuses it: 5e-1 is the same. */
function withoutLeadingZeros(path: string): string {
  return path.replace(TEXT_OR_FRACTION, (found) => {
    if (!found.startsWith('0')) return found
    return Number(found) === 0 ? '0' : Number(found).toExponential()
  })
}

import { JSONPathEnvironment, JSONPathQuery, type JSONValue } from 'json-p3'

/** A JSONPath (RFC 9535), checked. */
export type JsonPath = {
  /**
   * One value. @throws Error if the path finds several.
   */
  readonly one: (record: unknown) => unknown
  /** A list: the list at the path if it leads to one place, else all values that it finds. Undefined if the path leads nowhere. */
  readonly list: (record: unknown) => unknown
}

/** Whether the text of a mapping is a JSONPath: `$`, `$.a` or `$[…`; `$price` is the name of a column. */
export function isJsonPath(text: string): boolean {
  return /^\$(?:$|[.[])/.test(text)
}

/**
 * Compiles a path. No part of it is run as code. Functions with regular expressions are not supported: their patterns may come
 * from the data, and run for ever.
 * @throws Error with the position of the fault.
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
    // An empty list of documents means that nothing was retrieved; without the list the field is missing.
    const [held] = holder === undefined ? [] : valuesOf(holder, record)
    return typeof held === 'object' && held !== null ? [] : undefined
  }

  return { one, list }
}

function valuesOf(query: JSONPathQuery, record: unknown): unknown[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record that was read from JSON, CSV, YAML or Parquet
  return query.query(record as JSONValue).values()
}

/** Quoted texts, which stay as they are, and numbers that begin with 0. */
const TEXT_OR_FRACTION = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|(?<![\w.-])0(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/g

/** json-p3 refuses 0.5, as a number with a leading zero. 5e-1 is the same number. */
function withoutLeadingZeros(path: string): string {
  return path.replace(TEXT_OR_FRACTION, (found) => {
    if (!found.startsWith('0')) return found
    return Number(found) === 0 ? '0' : Number(found).toExponential()
  })
}

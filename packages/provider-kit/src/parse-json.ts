/** The JSON value of a text, or `undefined` where it is none: a body from the wire may be anything. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

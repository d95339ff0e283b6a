/** A plain value, or one composed of others: `{ name: 'votes', of: ['openai:x', 3] }` is rendered as `votes(openai%3Ax;3)`. */
export type SignatureValue = string | number | boolean | { readonly name: string; readonly of: readonly SignatureValue[] }

/** One option in a signature. `undefined` leaves it out: defaults are not part of a signature. */
export type SignaturePart = readonly [option: string, value: SignatureValue | undefined]

/**
 * One line that lets another person reproduce the number: `name|option:value|…|v1`, in the manner of sacreBLEU. In values `|`, `:`, `%`
 * and control characters are percent-encoded.
 */
export function renderSignature(name: string, parts: readonly SignaturePart[], version: string): string {
  const shown = parts.flatMap(([option, value]) => (value === undefined ? [] : [`${option}:${renderValue(value)}`]))
  return [encodeValue(name), ...shown, `v${version}`].join('|')
}

/** The signature of a metric composed of others: `name(signature;signature)`. */
export function renderCompositeSignature(name: string, signatures: readonly string[]): string {
  return `${encodeValue(name)}(${signatures.join(';')})`
}

function renderValue(value: SignatureValue): string {
  return typeof value === 'object' ? `${encodeValue(value.name)}(${value.of.map(renderValue).join(';')})` : encodeValue(String(value))
}

function encodeValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not stand in a one-line signature
  return value.toWellFormed().replace(/[|:%;()\u0000-\u001f\u007f]/g, (found) => encodeURIComponent(found).replace(/[()]/g, percent))
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}

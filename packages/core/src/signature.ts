/** What a signature shows of one option. Left out where `undefined`: defaults do not stand in a signature. */
export type SignaturePart = readonly [option: string, value: string | number | boolean | undefined]

/**
 * One line that lets another person get the same number: `name|option:value|…|v1`, in the manner of sacreBLEU. In values
 * `|`, `:`, `%` and control characters are percent-encoded.
 */
export function renderSignature(name: string, parts: readonly SignaturePart[], version: string): string {
  const shown = parts.filter(([, value]) => value !== undefined).map(([option, value]) => `${option}:${encodeValue(String(value))}`)
  return [encodeValue(name), ...shown, `v${version}`].join('|')
}

/** The signature of a metric made from others: `name(signature;signature)`. */
export function renderCompositeSignature(name: string, signatures: readonly string[]): string {
  return `${encodeValue(name)}(${signatures.join(';')})`
}

function encodeValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not stand in a one-line signature
  return value.toWellFormed().replace(/[|:%;()\u0000-\u001f\u007f]/g, (found) => encodeURIComponent(found).replace(/[()]/g, percent))
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}

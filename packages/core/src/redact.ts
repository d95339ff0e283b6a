const PLACE = '[redacted]'

/**
 * Shapes that are secrets in any text: vendor keys, bearer tokens, credentials inside a URL. Each search takes time linear in the text
 * and repeats at most 100,000 times: V8 fails beyond some millions.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:sk|pk|rk|xai)-|gsk_|hf_|AIza)[A-Za-z0-9_*-]{8,100000}/g, PLACE],
  [/\bbearer\s{1,1000}[A-Za-z0-9._~+/=-]{8,100000}/gi, `Bearer ${PLACE}`],
  [/\b[Bb]asic\s{1,1000}(?=[A-Za-z.+/]{0,1000}(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9._~+/=-]{8,100000}/g, `Basic ${PLACE}`],
  [/\b((?:x-)?api[-_]?key["']?\s{0,1000}[:=]\s{0,1000}["']?)[^\s"',;&]{6,100000}/gi, `$1${PLACE}`],
  [/(?<=[a-z][a-z0-9+.-]{0,20}):\/\/[^\s/@:]{1,256}(?::[^\s/@]{0,256})?@/gi, `://${PLACE}@`],
]
/** A key that contains a digit. A look-ahead at each `key-` would take quadratic time. */
const PERHAPS_KEY = /\bkey-[A-Za-z0-9_*-]{8,100000}/g

/**
 * Removes secrets from a text for people, files or logs: the given ones, and everything with the shape of a key. Given secrets under 6
 * characters are not removed, since that would garble ordinary words.
 */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let clean = redactKnown(text, secrets)
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  return clean.replace(PERHAPS_KEY, (found) => (/\d/.test(found) ? PLACE : found))
}

/** More than any message shows of a server's text. */
const HEAD = 20_000
/** Credentials inside a URL: the longest shape that only its end reveals. */
const LONGEST_SHAPE = 600

/**
 * Redacts the beginning of a text, for messages that show only that: a server may send megabytes. A short text is redacted whole, a long
 * one to at least 20,000 characters before redaction. No secret is cut in half at the end.
 */
export function redactHead(text: string, secrets: readonly (string | undefined)[] = []): string {
  // The cut may leave a part of a secret, which is dropped with the end of the text.
  const dropped = secrets.reduce((most, secret = '') => Math.max(most, secret.length), LONGEST_SHAPE)
  if (text.length <= HEAD + dropped) return redact(text, secrets)
  const clean = redact(text.slice(0, HEAD + dropped), secrets)
  return clean.slice(0, Math.max(0, clean.length - dropped))
}

/** Redacts data. Values with the shape of a key may be no secrets there, so only the given ones are removed. */
export function redactKnown(text: string, secrets: readonly (string | undefined)[]): string {
  let clean = text
  const known = secrets.flatMap((secret) => (secret !== undefined && secret.length >= 6 ? [secret] : []))
  // Longest first, since one secret may be the beginning of another.
  for (const secret of known.sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, PLACE)
  return clean
}

const PLACE = '[redacted]'

/**
 * Shapes that are secrets wherever they stand: vendor keys, bearer tokens, credentials inside a URL. Each is looked for in time linear in the
 * text, and repeats at most 100,000 times: V8 fails beyond some millions.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:sk|pk|rk|xai)-|gsk_|hf_|AIza)[A-Za-z0-9_*-]{8,100000}/g, PLACE],
  [/\bbearer\s{1,1000}[A-Za-z0-9._~+/=-]{8,100000}/gi, `Bearer ${PLACE}`],
  [/\b[Bb]asic\s{1,1000}(?=[A-Za-z.+/]{0,1000}(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9._~+/=-]{8,100000}/g, `Basic ${PLACE}`],
  [/\b((?:x-)?api[-_]?key["']?\s{0,1000}[:=]\s{0,1000}["']?)[^\s"',;&]{6,100000}/gi, `$1${PLACE}`],
  [/(?<=[a-z][a-z0-9+.-]{0,20}):\/\/[^\s/@:]{1,256}(?::[^\s/@]{0,256})?@/gi, `://${PLACE}@`],
]
/** A key where a digit is in it: looked for ahead of each `key-`, that would take the square of the time. */
const PERHAPS_KEY = /\bkey-[A-Za-z0-9_*-]{8,100000}/g

/**
 * Takes secrets out of a text meant for people, files or logs: the given ones word for word, and whatever has the shape of a key.
 * Secrets under 6 characters are left, since replacing them would garble ordinary words.
 */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let clean = redactKnown(text, secrets)
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  return clean.replace(PERHAPS_KEY, (found) => (/\d/.test(found) ? PLACE : found))
}

/** More than anybody shows of what a server said. */
const HEAD = 20_000
/** Credentials inside a URL, the longest shape that its end alone gives away. */
const LONGEST_SHAPE = 600

/**
 * What `redact` makes of the beginning of a text, for who shows only the first of it: a server may send megabytes. All of it where it is
 * short, at least 20,000 characters before secrets are taken out where it is long. No secret is cut in half at its end.
 */
export function redactHead(text: string, secrets: readonly (string | undefined)[] = []): string {
  // What the cut may leave of a secret is dropped with the end of what is looked through.
  const dropped = secrets.reduce((most, secret = '') => Math.max(most, secret.length), LONGEST_SHAPE)
  if (text.length <= HEAD + dropped) return redact(text, secrets)
  const clean = redact(text.slice(0, HEAD + dropped), secrets)
  return clean.slice(0, Math.max(0, clean.length - dropped))
}

/** The same for data, in which what has the shape of a key may be no secret: the given ones only. */
export function redactKnown(text: string, secrets: readonly (string | undefined)[]): string {
  let clean = text
  const known = secrets.flatMap((secret) => (secret !== undefined && secret.length >= 6 ? [secret] : []))
  // The longest first, so that no end of one is left where another is its beginning.
  for (const secret of known.sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, PLACE)
  return clean
}

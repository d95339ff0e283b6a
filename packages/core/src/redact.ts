const PLACE = '[redacted]'

/** Shapes that are secrets wherever they stand: vendor keys, bearer tokens, credentials inside a URL. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:sk|pk|rk|xai)-|gsk_|hf_|AIza)[A-Za-z0-9_*-]{8,}/g, PLACE],
  [/\bkey-(?=[A-Za-z_*-]*\d)[A-Za-z0-9_*-]{8,}/g, PLACE],
  [/\bbearer\s+[A-Za-z0-9._~+/=-]{8,}/gi, `Bearer ${PLACE}`],
  [/\b[Bb]asic\s+(?=[A-Za-z.+/]*(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9._~+/=-]{8,}/g, `Basic ${PLACE}`],
  [/\b((?:x-)?api[-_]?key["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi, `$1${PLACE}`],
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{1,256}(?::[^\s/@]{0,256})?@/gi, `$1${PLACE}@`],
]

/**
 * Takes secrets out of a text meant for people, files or logs: the given ones word for word, and whatever has the shape of a key.
 * Secrets under 6 characters are left, since replacing them would garble ordinary words.
 */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let clean = redactKnown(text, secrets)
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  return clean
}

/** The same for data, in which what has the shape of a key may be no secret: the given ones only. */
export function redactKnown(text: string, secrets: readonly (string | undefined)[]): string {
  let clean = text
  const known = secrets.flatMap((secret) => (secret !== undefined && secret.length >= 6 ? [secret] : []))
  // The longest first, so that no end of one is left where another is its beginning.
  for (const secret of known.sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, PLACE)
  return clean
}

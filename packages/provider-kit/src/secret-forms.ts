/**
 * What `redact` is to look for: each secret as it is, and as JSON, a URL and base64 write it. Of base64 without the padding, which need
 * not be there.
 */
export function secretForms(secrets: readonly (string | null | undefined)[]): string[] {
  return [...new Set(secrets.flatMap((secret) => (secret === undefined || secret === null || secret === '' ? [] : formsOf(secret))))]
}

function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const bytes = Buffer.from(secret)
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inUrl,
    inUrl.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
}

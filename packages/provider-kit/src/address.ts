import { AssayError } from '@assay/core'

/**
 * Reads an http(s) address that a user wrote.
 * @throws AssayError `config` for anything else. The message names `source` and does not repeat the address, which may hold a secret.
 */
export function parseHttpUrl(text: string, o: { readonly provider: string; readonly source: string; readonly example: string }): URL {
  const url = URL.parse(text.trim())
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new AssayError({
    kind: 'config',
    provider: o.provider,
    message: `${o.source} is not an http or https address. Write it in full, as in ${o.example}.`,
  })
}

/** A path without the slashes at its end. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

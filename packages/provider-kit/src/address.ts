import { AssayError } from '@assay/core'
import { urlCredentials, type UrlCredentials } from './secrets.ts'

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

export type BaseUrl = UrlCredentials & {
  /** For requests: no credentials, no query, no slash at its end, and nothing of an endpoint. */
  readonly href: string
  /** The query as given, apart, since a path may have to come before it. */
  readonly search: string
  readonly query: Readonly<Record<string, string>>
  /** For people and fingerprints: of the query only what `shownInQuery` names, since everything else may be a secret. */
  readonly shown: string
  readonly hostname: string
}

export type BaseUrlForm = {
  readonly provider: string
  readonly example: string
  /** What people write behind a base URL who copied the address of an endpoint, the longest first. */
  readonly endpoints: readonly string[]
  readonly shownInQuery?: readonly string[] | undefined
}

/**
 * Reads a base URL in any of its written forms: with or without a trailing slash, a path, a query, credentials, or the whole address of an
 * endpoint.
 *
 * @param source Where it came from, for the message.
 * @throws AssayError `config` for what is no http(s) URL; the message does not repeat it.
 */
export function parseBaseUrl(text: string, source: string, { endpoints, shownInQuery = [], ...about }: BaseUrlForm): BaseUrl {
  const url = parseHttpUrl(text, { ...about, source })
  const path = withoutSlashes(url.pathname)
  const endpoint = endpoints.find((known) => path.endsWith(known)) ?? ''
  const href = `${url.origin}${withoutSlashes(path.slice(0, path.length - endpoint.length))}`
  const shown = new URLSearchParams(Array.from(url.searchParams).filter(([name]) => shownInQuery.includes(name))).toString()
  return {
    href,
    search: url.search,
    query: Object.fromEntries(url.searchParams),
    shown: shown === '' ? href : `${href}?${shown}`,
    hostname: url.hostname,
    ...urlCredentials(url, shownInQuery),
  }
}

/** Whether a host is one of a domain, or the domain itself. */
export function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

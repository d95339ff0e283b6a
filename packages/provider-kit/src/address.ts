import { AssayError } from '@assay/core'
import { urlCredentials, type UrlCredentials } from './secrets.ts'

/**
 * Parses an http(s) URL given by the user.
 * @throws AssayError `config` for anything else. The message names `source` and omits the URL, which may hold a secret.
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

/** Removes trailing slashes. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

export type BaseUrl = UrlCredentials & {
  /** The URL for requests, without credentials, query, trailing slash and endpoint path. */
  readonly href: string
  /** The query as given, separate so that a path can be inserted before it. */
  readonly search: string
  readonly query: Readonly<Record<string, string>>
  /** The URL for messages and fingerprints. Of the query it has only the parameters in `shownInQuery`; any other may be a secret. */
  readonly shown: string
  readonly hostname: string
}

export type BaseUrlForm = {
  readonly provider: string
  readonly example: string
  /** Endpoint paths to remove from the end of a base URL, the longest first: users often paste the URL of an endpoint. */
  readonly endpoints: readonly string[]
  readonly shownInQuery?: readonly string[] | undefined
}

/**
 * Parses a base URL, with or without a trailing slash, a path, a query or credentials. The URL of an endpoint is accepted, too.
 *
 * @param source Where the URL came from, for the message.
 * @throws AssayError `config` if it is not an http(s) URL; the message does not repeat it.
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

/** Whether a host is the domain or one of its subdomains. */
export function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

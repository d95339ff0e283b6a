import { parseHttpUrl, urlCredentials, type UrlCredentials, withoutSlashes } from '@assay/provider-kit'

export type BaseUrl = UrlCredentials & {
  /** For requests: no credentials, no trailing slash, no `/v1`, which the SDK adds itself. */
  readonly href: string
  /** The query as given, apart, since the SDK puts the path behind the base URL. */
  readonly query: Readonly<Record<string, string>>
  /** For people and fingerprints: no query, since anything in it may be a secret. */
  readonly shown: string
  /** Whether it is Anthropic's own service. */
  readonly isAnthropic: boolean
}

/** What people write behind the base URL, the longest first. */
const ENDPOINTS = ['/v1/messages', '/v1']

/**
 * Reads a base URL in any of its written forms: with or without a trailing slash, a path, a query, credentials, `/v1`, or the whole
 * address of the endpoint.
 *
 * @param source Where it came from, for the message.
 * @throws AssayError `config` for what is no http(s) URL; the message does not repeat it.
 */
export function parseBaseUrl(text: string, source: string): BaseUrl {
  const url = parseHttpUrl(text, { provider: 'anthropic', source, example: 'https://api.anthropic.com' })
  const path = withoutSlashes(url.pathname)
  const endpoint = ENDPOINTS.find((known) => path.endsWith(known)) ?? ''
  const href = `${url.origin}${withoutSlashes(path.slice(0, path.length - endpoint.length))}`
  return {
    href,
    query: Object.fromEntries(url.searchParams),
    shown: href,
    isAnthropic: url.hostname === 'anthropic.com' || url.hostname.endsWith('.anthropic.com'),
    ...urlCredentials(url),
  }
}

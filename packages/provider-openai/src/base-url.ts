import { parseHttpUrl, urlCredentials, type UrlCredentials, withoutSlashes } from '@assay/provider-kit'

export type BaseUrl = UrlCredentials & {
  /** For requests: no credentials, no trailing slash, the query as given. */
  readonly href: string
  /** For people and fingerprints: of the query only `api-version`, since everything else may be a secret. */
  readonly shown: string
  /** Whether it is OpenAI's own service, in any region. */
  readonly isOpenAI: boolean
}

/** What people write behind the base URL who copied the address of an endpoint. */
const ENDPOINTS = ['/chat/completions', '/responses', '/embeddings']
const VERSION = 'api-version'

/**
 * Reads a base URL in any of its written forms: with or without a trailing slash, a path, a query, credentials, or the whole
 * address of an endpoint.
 *
 * @param source Where it came from, for the message.
 * @throws AssayError `config` for what is no http(s) URL; the message does not repeat it.
 */
export function parseBaseUrl(text: string, source: string, provider = 'openai'): BaseUrl {
  const url = parseHttpUrl(text, { provider, source, example: 'http://localhost:8000/v1' })
  const whole = withoutSlashes(url.pathname)
  const endpoint = ENDPOINTS.find((known) => whole.endsWith(known)) ?? ''
  const path = withoutSlashes(whole.slice(0, whole.length - endpoint.length))
  const version = url.searchParams.get(VERSION)
  const shownQuery = version === null ? '' : `?${new URLSearchParams({ [VERSION]: version }).toString()}`
  return {
    href: `${url.origin}${path}${url.search}`,
    shown: `${url.origin}${path}${shownQuery}`,
    isOpenAI: url.hostname === 'api.openai.com' || url.hostname.endsWith('.api.openai.com'),
    ...urlCredentials(url, [VERSION]),
  }
}

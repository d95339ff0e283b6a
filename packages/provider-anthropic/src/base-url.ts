import { AssayError } from '@assay/core'

export type BaseUrl = {
  /** For requests: no credentials, no trailing slash, no `/v1`, which the SDK adds itself. */
  readonly href: string
  /** The query as given, apart, since the SDK puts the path behind the base URL. */
  readonly query: Readonly<Record<string, string>>
  /** For people and fingerprints: no query, since anything in it may be a secret. */
  readonly shown: string
  /** Whether it is Anthropic's own service. */
  readonly isAnthropic: boolean
  /** The header that stands for credentials inside the URL, which fetch refuses there. */
  readonly authorization: string | undefined
  readonly secrets: readonly string[]
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
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AssayError({
      kind: 'config',
      provider: 'anthropic',
      message: `${source} is not an http or https address. Write it in full, as in https://api.anthropic.com.`,
    })
  }
  const path = withoutSlashes(url.pathname)
  const endpoint = ENDPOINTS.find((known) => path.endsWith(known)) ?? ''
  const href = `${url.origin}${withoutSlashes(path.slice(0, path.length - endpoint.length))}`
  return {
    href,
    query: Object.fromEntries(url.searchParams),
    shown: href,
    isAnthropic: url.hostname === 'anthropic.com' || url.hostname.endsWith('.anthropic.com'),
    ...credentials(decoded(url.username), decoded(url.password), secretsOf(url)),
  }
}

function credentials(user: string, password: string, secrets: readonly string[]): Pick<BaseUrl, 'authorization' | 'secrets'> {
  if (user === '' && password === '') return { authorization: undefined, secrets }
  const pair = Buffer.from(`${user}:${password}`).toString('base64')
  return { authorization: `Basic ${pair}`, secrets: [...secrets, user, password, pair] }
}

function secretsOf(url: URL): string[] {
  const inQuery = Array.from(url.searchParams.values()).flatMap((value) => [value, encodeURIComponent(value)])
  return [url.username, url.password, ...inQuery].filter((secret) => secret !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

import { AssayError } from '@assay/core'

export type BaseUrl = {
  /** For requests: no credentials, no trailing slash, the query as given. */
  readonly href: string
  /** For people and fingerprints: of the query only `api-version`, since everything else may be a secret. */
  readonly shown: string
  /** Whether it is OpenAI's own service, in any region. */
  readonly isOpenAI: boolean
  /** The header that stands for credentials inside the URL, which fetch refuses there. */
  readonly authorization: string | undefined
  readonly secrets: readonly string[]
}

const ENDPOINT = '/chat/completions'

/**
 * Reads a base URL in any of its written forms: with or without a trailing slash, a path, a query, credentials, or the whole
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
      message: `${source} is not an http or https address. Write it in full, as in http://localhost:8000/v1.`,
    })
  }
  const { username, password } = url
  const path = withoutSuffix(withoutSlashes(url.pathname), ENDPOINT)
  const version = url.searchParams.get('api-version')
  const shownQuery = version === null ? '' : `?${new URLSearchParams({ 'api-version': version }).toString()}`
  return {
    href: `${url.origin}${path}${url.search}`,
    shown: `${url.origin}${path}${shownQuery}`,
    isOpenAI: url.hostname === 'api.openai.com' || url.hostname.endsWith('.api.openai.com'),
    ...credentials(decoded(username), decoded(password), secretsOf(url)),
  }
}

function credentials(user: string, password: string, secrets: readonly string[]): Pick<BaseUrl, 'authorization' | 'secrets'> {
  if (user === '' && password === '') return { authorization: undefined, secrets }
  const pair = Buffer.from(`${user}:${password}`).toString('base64')
  return { authorization: `Basic ${pair}`, secrets: [...secrets, user, password, pair] }
}

function secretsOf(url: URL): string[] {
  const inQuery = Array.from(url.searchParams).flatMap(([name, value]) =>
    name === 'api-version' ? [] : [value, encodeURIComponent(value)],
  )
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

function withoutSuffix(path: string, suffix: string): string {
  return path.endsWith(suffix) ? withoutSlashes(path.slice(0, -suffix.length)) : path
}

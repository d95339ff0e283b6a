import { type BaseUrl as KitBaseUrl, isWithin, parseBaseUrl as parse } from '@assay/provider-kit'

export type BaseUrl = KitBaseUrl & {
  /** The URL for requests, with its query. */
  readonly href: string
  /** Whether it is OpenAI's own service, in any region. */
  readonly isOpenAI: boolean
}

const FORM = {
  example: 'http://localhost:8000/v1',
  endpoints: ['/chat/completions', '/responses', '/embeddings'],
  shownInQuery: ['api-version'],
}

/** @throws AssayError `config` if the text is not an http(s) URL. */
export function parseBaseUrl(text: string, source: string, provider = 'openai'): BaseUrl {
  const url = parse(text, source, { provider, ...FORM })
  return { ...url, href: `${url.href}${url.search}`, isOpenAI: isWithin(url.hostname, 'api.openai.com') }
}

import { type BaseUrl as KitBaseUrl, isWithin, parseBaseUrl as parse } from '@assay/provider-kit'

export type BaseUrl = KitBaseUrl & {
  /** Whether it is Anthropic's own service. */
  readonly isAnthropic: boolean
}

/** The SDK adds `/v1` itself. */
const FORM = { provider: 'anthropic', example: 'https://api.anthropic.com', endpoints: ['/v1/messages', '/v1'] }

/** @throws AssayError `config` if the text is not an http(s) URL. */
export function parseBaseUrl(text: string, source: string): BaseUrl {
  const url = parse(text, source, FORM)
  return { ...url, isAnthropic: isWithin(url.hostname, 'anthropic.com') }
}

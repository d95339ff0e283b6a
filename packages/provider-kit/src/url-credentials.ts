export type UrlCredentials = {
  /** The header that stands for credentials inside an address, which fetch refuses there. */
  readonly authorization: string | undefined
  /** Every written form of what is secret in the address. */
  readonly secrets: readonly string[]
}

/** The credentials of an address, and everything in its query that is not among `shownInQuery`: it may be a secret, too. */
export function urlCredentials(url: URL, shownInQuery: readonly string[] = []): UrlCredentials {
  const inQuery = Array.from(url.searchParams).flatMap(([name, value]) =>
    shownInQuery.includes(name) ? [] : [value, encodeURIComponent(value)],
  )
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const pair = user === '' && password === '' ? '' : Buffer.from(`${user}:${password}`).toString('base64')
  const secrets = [url.username, url.password, user, password, pair, ...inQuery].filter((secret) => secret !== '')
  return { authorization: pair === '' ? undefined : `Basic ${pair}`, secrets }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

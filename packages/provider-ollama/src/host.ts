import { isIPv6 } from 'node:net'
import { AssayError } from '@assay/core'
import { urlCredentials, type UrlCredentials, withoutSlashes } from '@assay/provider-kit'

export type Host = UrlCredentials & {
  /** The address for requests, messages and fingerprints, without credentials and trailing slash. */
  readonly href: string
}

const DEFAULT_HOST = 'http://127.0.0.1:11434'
const DEFAULT_PORT = 11_434
const CLOUD = 'ollama.com'
/** Endpoint paths to remove from the end of an address: users often paste the URL of an endpoint. */
const ENDPOINTS = ['/api/chat', '/api', '/v1']

/**
 * Reads the address of a server in any form that `OLLAMA_HOST` may have: `host`, `host:port`, `:port`, IPv6 with or without
 * brackets, a whole URL, each with a path after it or quotes around it. Without a scheme the default port is 11434, else that of the
 * scheme, as in Ollama itself. The addresses `0.0.0.0` and `::`, on which a server listens, mean this machine.
 *
 * @param source Where the address came from, for the message.
 * @throws AssayError `config` for anything else; the message does not repeat it.
 */
export function parseHost(text: string, source: string): Host {
  const given = unquoted(text)
  if (given === '') return { href: DEFAULT_HOST, authorization: undefined, secrets: [] }
  const cut = given.indexOf('://')
  if (cut === -1 && /^\d+$/.test(given)) throw unreadable(source, 'is a bare number. For a port, write a colon before it, as in :11434.')
  const hasScheme = cut !== -1 || given === CLOUD
  const scheme = cut === -1 ? (given === CLOUD ? 'https' : 'http') : given.slice(0, cut).toLowerCase()
  const rest = cut === -1 ? given : given.slice(cut + '://'.length)
  const pathAt = rest.search(/[/?#]/)
  const authority = withHost(pathAt === -1 ? rest : rest.slice(0, pathAt))
  const url = URL.parse(`${scheme}://${authority}${pathAt === -1 ? '' : rest.slice(pathAt)}`)
  if (url === null || (scheme !== 'http' && scheme !== 'https')) {
    throw unreadable(source, 'is not the address of a server. Write host:port or a whole address, as in http://127.0.0.1:11434.')
  }
  if (url.search !== '' || url.hash !== '') throw unreadable(source, 'holds a query, which Ollama does not support. Leave it out.')
  const port = hasScheme || hasPort(authority) ? url.port : String(DEFAULT_PORT)
  return {
    href: `${url.protocol}//${reachable(url.hostname)}${port === '' ? '' : `:${port}`}${pathOf(url.pathname)}`,
    ...urlCredentials(url),
  }
}

/** Removes quotes and white space, which come from shells and `.env` files. */
function unquoted(text: string): string {
  const trimmed = text.trim()
  const quote = trimmed[0]
  const isQuoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote)
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed
}

/** Adds a missing host to an authority, and brackets to a bare IPv6 address. */
function withHost(authority: string): string {
  const at = authority.lastIndexOf('@') + 1
  const host = authority.slice(at)
  if (host.startsWith(':') && !isIPv6(host)) return `${authority.slice(0, at)}127.0.0.1${host}`
  return isIPv6(host) ? `${authority.slice(0, at)}[${host}]` : authority
}

function hasPort(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return /:\d+$/.test(host.slice(host.lastIndexOf(']') + 1))
}

function reachable(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1'
  return hostname === '[::]' ? '[::1]' : hostname
}

function pathOf(pathname: string): string {
  const path = withoutSlashes(pathname)
  const endpoint = ENDPOINTS.find((suffix) => path.endsWith(suffix))
  return endpoint === undefined ? path : withoutSlashes(path.slice(0, -endpoint.length))
}

function unreadable(source: string, what: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'ollama', message: `${source} ${what}` })
}

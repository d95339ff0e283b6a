/** Codes of a connection that was never made: no request was sent. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])
const TIMED_OUT: ReadonlySet<string> = new Set(['ESOCKETTIMEDOUT', 'ECONNABORTED', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
/** Codes of a connection that broke. `ETIMEDOUT` mostly means one that was never made, but that is not certain. */
const BROKEN = /^(?:ECONNRESET|EPIPE|EPROTO|ETIMEDOUT|UND_ERR_\w+|ERR_(?:NETWORK|SOCKET\w*|STREAM_PREMATURE_CLOSE|TLS\w*|SSL\w*|HTTP2\w*))$/

export function isNeverSent(code: string | undefined): boolean {
  return code !== undefined && NEVER_SENT.has(code)
}

/** The kind of a network code of Node, undici or axios; `undefined` for any other code. */
export function networkKind(code: string): 'timeout' | 'connection' | undefined {
  if (TIMED_OUT.has(code)) return 'timeout'
  return NEVER_SENT.has(code) || BROKEN.test(code) ? 'connection' : undefined
}

import { errorChain, errorMessage, isErrorNamed, isNeverSent, isRecord, noUsage, type Usage } from '@assay/core'

/** An HTTP response that cannot be represented as a `Response`. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  /** What the server did, without a subject: `answered with HTTP 999`. */
  readonly happened: string

  constructor(happened: string) {
    super(`the server ${happened}`)
    this.happened = happened
  }
}

export type NetworkFailure = {
  readonly kind: 'timeout' | 'connection' | 'config' | 'auth' | 'provider' | 'invalid_reply'
  /** For the message. Secrets are not yet removed. */
  readonly happened: string
  /** The message of the innermost cause that has one, else empty. */
  readonly said: string
  /** Zero tokens if there was no connection, else missing. */
  readonly usage?: Usage
}

/** Timeouts of the connection: the server is unreachable, not slow. */
const CONNECT_TIMEOUTS: ReadonlySet<string | undefined> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
/** The code of a response that exceeds the limit of `patientFetch`. */
const TOO_LONG = 'ERR_ANSWER_TOO_LONG'
/** Messages of runtimes about an invalid character in a header. */
const UNSENDABLE_HEADER = /ByteString|invalid header (?:value|name)|invalid character in header/i
/** The message of an SDK that has no key. */
const NO_KEY = /authentication method/i
const LOST = /fetch failed|terminated|socket|network|premature close/i

/** Classifies an error of a fetch or an SDK without a response, by its chain of causes. `provider` if no cause is recognised. */
export function readNetworkFailure(error: unknown): NetworkFailure {
  const chain = errorChain(error)
  const code = chain
    .map((cause) => (isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : ''))
    .find((found) => found !== '')
  if (code === TOO_LONG) {
    return {
      kind: 'invalid_reply',
      happened: 'answered with more than 64 MB, which was not read to its end.',
      said: 'the answer is too long',
    }
  }
  const bad = chain.find((cause) => cause instanceof BadAnswer)
  if (bad !== undefined) return { kind: 'provider', happened: `${bad.happened}.`, said: bad.message }
  const said = chain.map(errorMessage).findLast((message) => message !== '') ?? ''
  const what = [said === '' ? 'no explanation' : said, ...(code === undefined || said.includes(code) ? [] : [`(${code})`])].join(' ')
  const sentence = /[.!?…]$/.test(what) ? what : `${what}.`
  if (!CONNECT_TIMEOUTS.has(code) && chain.some(isTimeout)) return { kind: 'timeout', happened: 'did not answer in time.', said }
  if (code !== undefined || chain.some(isConnectionLoss)) {
    const usage = isNeverSent(code) ? { usage: { ...noUsage, calls: 1 } } : {}
    return { kind: 'connection', happened: `could not be reached, or the connection broke: ${sentence}`, said, ...usage }
  }
  const isHeader = chain.some((cause) => UNSENDABLE_HEADER.test(errorMessage(cause)))
  const kind = isHeader ? 'config' : NO_KEY.test(said) ? 'auth' : 'provider'
  return { kind, happened: `could not be called: ${sentence}`, said }
}

function isTimeout(error: unknown): boolean {
  return isErrorNamed(error, 'APIConnectionTimeoutError') || isErrorNamed(error, 'TimeoutError') || /timed? ?out/i.test(errorMessage(error))
}

function isConnectionLoss(error: unknown): boolean {
  return isErrorNamed(error, 'APIConnectionError') || LOST.test(errorMessage(error))
}

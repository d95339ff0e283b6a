import { errorChain, errorMessage, isErrorNamed, isNeverSent, isRecord, noUsage, type Usage } from '@assay/core'

/** An answer that came and is none: neither a failure of the network nor something that can be handed on as a response. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  /** What the server did, as the end of a sentence: `answered with HTTP 999`. */
  readonly happened: string

  constructor(happened: string) {
    super(`the server ${happened}`)
    this.happened = happened
  }
}

export type NetworkFailure = {
  readonly kind: 'timeout' | 'connection' | 'config' | 'auth' | 'provider' | 'invalid_reply'
  /** For the message, secrets not yet taken out. */
  readonly happened: string
  /** What the innermost cause says; empty where none says anything. */
  readonly said: string
  /** Nothing, where nobody was asked: there was no connection. */
  readonly usage?: Usage
}

/** Nobody answered at all: not a slow reply, but a server that is not there. */
const CONNECT_TIMEOUTS: ReadonlySet<string | undefined> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
/** What undici says of an answer that goes beyond its bound. */
const TOO_LONG = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
/** How runtimes say that a header holds what none carries. */
const UNSENDABLE_HEADER = /ByteString|invalid header (?:value|name)|invalid character in header/i
/** What an SDK says that finds no key. */
const NO_KEY = /authentication method/i
const LOST = /fetch failed|terminated|socket|network|premature close/i

/** What is wrong where no answer came: the error of a fetch or of an SDK, read along its causes. `provider` where it names neither. */
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
  return { kind, happened: `could not be asked: ${sentence}`, said }
}

function isTimeout(error: unknown): boolean {
  return isErrorNamed(error, 'APIConnectionTimeoutError') || isErrorNamed(error, 'TimeoutError') || /timed? ?out/i.test(errorMessage(error))
}

function isConnectionLoss(error: unknown): boolean {
  return isErrorNamed(error, 'APIConnectionError') || LOST.test(errorMessage(error))
}

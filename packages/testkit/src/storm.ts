import type { RecordedRequest, WireReply } from './fake-server.ts'
import { retryAfterForms } from './retry-after-forms.ts'
import { playScript, type Script } from './script.ts'

/** What a server does that is overrun, or ill. Left out, a part does not happen. */
export type StormOptions = {
  /** Names the storm: the n-th request meets the same fault each time. Default 1. */
  readonly seed?: number
  /** Requests that are let in: `burst` at once, and `perSecond` more each second. Others are answered with 429. */
  readonly bucket?: { readonly perSecond: number; readonly burst: number }
  /** Requests answered at the same time. Others are answered with 429. */
  readonly slots?: number
  /** Milliseconds that an answer takes, about: from half of it to one and a half. Default 0. */
  readonly latencyMs?: number
  /** The share of the requests let in, from 0 to 1, that end by a 5xx, by a body cut in half, or never. */
  readonly faults?: { readonly serverError?: number; readonly cut?: number; readonly hang?: number }
  /**
   * How long an error status asks to wait. `exact` (the default): until the bucket has a place, in milliseconds, and nothing on a
   * 5xx; `every-form`: one form after the other, legal and illegal ones, up to two seconds; or headers as they stand.
   */
  readonly retryAfter?: 'exact' | 'none' | 'every-form' | Readonly<Record<string, string>>
}

export type StormOutcome = 'answered' | 'bucket_empty' | 'slots_full' | 'server_error' | 'cut' | 'hang'

/** One request as the server saw it. */
export type StormRecord = {
  readonly outcome: StormOutcome
  /** Milliseconds of the server's own clock. */
  readonly at: number
  /** Requests being answered when it came, without itself. */
  readonly busy: number
  /** The headers that asked to wait. */
  readonly asked: Readonly<Record<string, string>>
  /** The body, which tells one call from another. */
  readonly rawBody: string
}

export type Storm = {
  /** A script as a server plays it in this storm. A list and an index count the requests that got that far. */
  readonly over: <Reply extends string | AnyReply>(
    script: Script<RecordedRequest, Reply>,
  ) => (request: RecordedRequest) => Promise<Reply | (WireReply & { readonly text?: string })>
  readonly records: readonly StormRecord[]
}

/** What the replies of all protocols share. */
type AnyReply = WireReply & { readonly text?: unknown }

const SERVER_ERRORS = [500, 502, 503, 504, 529]

/**
 * A storm for any of the fake servers, the same for the same seed:
 *
 * ```ts
 * const storm = createStorm({ bucket: { perSecond: 50, burst: 50 }, faults: { serverError: 0.03 } })
 * const server = await startFakeOpenAI(storm.over('hello'))
 * ```
 */
export function createStorm(options: StormOptions = {}): Storm {
  const { bucket, slots = Infinity, latencyMs = 0, faults = {}, retryAfter = 'exact' } = options
  const random = seededRandom(options.seed ?? 1)
  const records: StormRecord[] = []
  let tokens = bucket?.burst ?? Infinity
  let refilledAt = performance.now()
  let busy = 0
  let errors = 0

  function refill(at: number): void {
    if (bucket !== undefined) tokens = Math.min(bucket.burst, tokens + ((at - refilledAt) * bucket.perSecond) / 1000)
    refilledAt = at
  }

  function admit(): StormOutcome {
    if (busy >= slots) return 'slots_full'
    if (tokens < 1) return 'bucket_empty'
    tokens -= 1
    const { serverError = 0, cut = 0, hang = 0 } = faults
    const drawn = random()
    if (drawn < serverError) return 'server_error'
    if (drawn < serverError + cut) return 'cut'
    return drawn < serverError + cut + hang ? 'hang' : 'answered'
  }

  function waitHeaders(outcome: StormOutcome): Readonly<Record<string, string>> {
    if (typeof retryAfter === 'object') return retryAfter
    if (retryAfter === 'every-form') {
      const forms = retryAfterForms(Date.now())
      return forms[errors % forms.length]?.headers ?? {}
    }
    if (retryAfter === 'none' || outcome !== 'bucket_empty' || bucket === undefined) return {}
    return { 'retry-after-ms': String(Math.ceil(((1 - tokens) * 1000) / bucket.perSecond)) }
  }

  function statusOf(outcome: StormOutcome): number {
    if (outcome === 'bucket_empty' || outcome === 'slots_full') return 429
    return outcome === 'server_error' ? (SERVER_ERRORS[errors % SERVER_ERRORS.length] ?? 500) : 200
  }

  return {
    records,
    over<Reply extends string | AnyReply>(script: Script<RecordedRequest, Reply>) {
      const play = playScript(script, 'The storm')
      let played = 0
      return async (request) => {
        const at = performance.now()
        refill(at)
        const outcome = admit()
        const status = statusOf(outcome)
        const asked = status === 200 ? {} : waitHeaders(outcome)
        if (status !== 200) errors += 1
        records.push({ outcome, at, busy, asked, rawBody: request.rawBody })
        if (status === 429) return refusal(status, asked)
        busy += 1
        void request.ended.then(() => (busy -= 1))
        const delayMs = latencyMs * (0.5 + random())
        if (outcome === 'server_error') return { ...refusal(status, asked), delayMs }
        const reply = await play(request, played++)
        const damage = outcome === 'cut' || outcome === 'hang' ? { delayMs, fault: outcome } : { delayMs }
        return typeof reply === 'string' ? { text: reply, ...damage } : Object.assign({}, reply, damage)
      }
    },
  }
}

/** An error body in which both OpenAI's and Anthropic's SDK find what they look for. */
function refusal(status: number, headers: Readonly<Record<string, string>>): WireReply {
  const [type, message] = status === 429 ? ['rate_limit_error', 'Too many requests.'] : ['api_error', 'The storm has broken something.']
  return { status, headers, body: { type: 'error', error: { type, message, code: null, param: null } } }
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

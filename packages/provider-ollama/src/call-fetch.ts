import type { Attempt } from '@assay/provider-kit'
import { checkedLines } from './checked-lines.ts'
import { serverFailure } from './failure.ts'

/**
 * The fetch that one call hands to the SDK. It carries the call's signal, which the SDK cannot; and it reads failures before the
 * SDK does, which drops the headers of an error, prints to the console, and skips lines that are no JSON.
 */
export function callFetch(o: {
  readonly send: typeof fetch
  readonly attempt: Attempt
  readonly signal: AbortSignal
  /** Takes out the key that the SDK found in the environment. */
  readonly withoutKey: boolean
}): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (o.withoutKey) headers.delete('authorization')
    const response = await o.send(input, { ...init, headers, signal: o.signal })
    const { status, ok, body } = response
    if (!ok || isPage(response)) throw serverFailure({ status, text: await response.text(), headers: response.headers }, o.attempt)
    if (!isChat(input)) return response
    if (body === null) throw serverFailure({ status, text: '', headers: response.headers }, o.attempt)
    return new Response(checkedLines(body, status, o.attempt), { status, headers: response.headers })
  }
}

/** What something else than Ollama answers at its address, with whatever status. */
function isPage({ headers }: Response): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '')
}

function isChat(input: Parameters<typeof fetch>[0]): boolean {
  return typeof input === 'string' && input.endsWith('/api/chat')
}

import type { Attempt } from '@assay/provider-kit'
import { checkedLines } from './checked-lines.ts'
import { serverFailure } from './failure.ts'

/**
 * The fetch that one call passes to the SDK. It adds the call's signal, which the SDK does not support. It also reads failures itself,
 * because the SDK drops the headers of an error, logs to the console, and skips lines that are not JSON.
 */
export function callFetch(o: {
  readonly send: typeof fetch
  readonly attempt: Attempt
  readonly signal: AbortSignal
  /** Removes the key that the SDK read from the environment. */
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

/** Whether the response is an HTML page, so that the server is not Ollama. */
function isPage({ headers }: Response): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '')
}

function isChat(input: Parameters<typeof fetch>[0]): boolean {
  return typeof input === 'string' && input.endsWith('/api/chat')
}

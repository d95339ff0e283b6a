import { parseJson } from '@assay/provider-kit'

/**
 * Wraps a fetch for the SDK, which keeps only the field `error` of an error response, and nothing if the body is a JSON string. The
 * wrapper puts the whole body under `error`.
 */
export function withWholeErrors(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.ok) return response
    const { status, statusText, headers } = response
    const text = await response.text()
    const body = parseJson(text)
    const whole = body === undefined ? text : JSON.stringify({ error: body })
    return new Response(whole === '' ? null : whole, { status, statusText, headers })
  }
}

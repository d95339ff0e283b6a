import { parseJson } from '@assay/provider-kit'

/**
 * The same fetch, for the SDK: it keeps of a failing answer only what stands under `error`, and nothing where the body is a bare text in
 * JSON. Here all of the body stands there.
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

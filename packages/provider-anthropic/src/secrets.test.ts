import { type AnthropicReply, startFakeAnthropic } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failed, messages } from './__fixtures__/failure-on.ts'
import { type AnthropicOptions, createAnthropic } from './anthropic.ts'

describe('a secret', () => {
  const key = 'very-private-value-1'
  const header = 'Token private-"header"-2'
  const secrets = [key, 'private-"header"-2', 'private-\\"header\\"-2', 'query-private-3']
  const credentials: AnthropicOptions[] = [{ apiKey: key }, { authToken: key }, { headers: { 'x-api-key': key } }]

  test.each<[string, (echo: string) => AnthropicReply]>([
    ['an error message', (echo) => ({ error: { type: 'authentication_error', message: `invalid x-api-key: ${echo}` } })],
    ['an error message where it would be cut', (echo) => ({ error: { message: `${'x'.repeat(495)}${echo}` } })],
    ['the type of an error', (echo) => ({ status: 400, error: { type: echo, message: '' } })],
    ['a page', (echo) => ({ status: 502, rawBody: `<html>${echo}</html>` })],
    ['a body that is no message', (echo) => ({ body: { echo } })],
    ['an error with 200', (echo) => ({ status: 200, error: { message: echo } })],
    ['the id of the request', (echo) => ({ status: 500, headers: { 'request-id': encodeURIComponent(echo) }, error: { message: 'x' } })],
  ])('that a server echoes in %s reaches no message and no JSON', async (_where, reply) => {
    const server = await startFakeAnthropic((request) => {
      const { authorization, 'x-api-key': apiKey, 'x-extra': extra } = request.headers
      return reply([authorization ?? apiKey, extra, new URL(request.path, 'http://x').searchParams.get('sig')].join(' '))
    })
    onTestFinished(() => server.close())
    for (const credential of credentials) {
      const headers = { ...credential.headers, 'X-Extra': header }
      const provider = createAnthropic({ ...credential, baseURL: `${server.url}?sig=query-private-3`, headers })
      const error = await failed(provider('m').doGenerate({ messages }))
      const shown = `${error.message} ${JSON.stringify(error)} ${JSON.stringify(error.toJSON())}`
      for (const secret of secrets) expect(shown).not.toContain(secret)
    }
    const sent = server.requests.map(({ headers }) => [headers['authorization'], headers['x-api-key'], headers['x-extra']])
    expect(sent).toEqual([
      [`Bearer ${key}`, undefined, header],
      [`Bearer ${key}`, undefined, header],
      [undefined, key, header],
    ])
  })

  test('that a server echoes in a reply is removed, with a warning', async () => {
    const server = await startFakeAnthropic((request) => ({ text: `{"reason":"${String(request.headers['x-api-key'])}"}` }))
    onTestFinished(() => server.close())
    const provider = createAnthropic({ headers: { 'x-api-key': key }, baseURL: server.url })
    expect(await provider('m').doGenerate({ messages })).toMatchObject({
      text: '{"reason":"[redacted]"}',
      warnings: [expect.stringContaining('repeated a secret')],
    })
  })

  test('that no header can hold is not in the error about it', async () => {
    const error = await failed(createAnthropic({ apiKey: 'very-private\nvalue-1' })('m').doGenerate({ messages }))
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/very-private|value-1/)
  })
})

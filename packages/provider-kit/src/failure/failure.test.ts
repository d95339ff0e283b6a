import { expect, test } from 'vitest'
import { type Attempt, commonNextStep, createFailure, describeAnswer } from './failure.ts'

const attempt: Attempt = {
  provider: 'acme',
  modelId: 'm',
  where: 'http://h/v1',
  secrets: ['hidden-key'],
  sent: {},
  setByUser: ['temperature', 'output_config'],
  signal: undefined,
}
const failure = createFailure(commonNextStep)

test('a message names the model, what happened and the next step', () => {
  expect(failure('rate_limit', 'answered with HTTP 429: Slow down.', attempt, { status: 429 })).toMatchObject({
    kind: 'rate_limit',
    provider: 'acme',
    modelId: 'm',
    status: 429,
    isRetryable: true,
    message: 'acme:m answered with HTTP 429: Slow down. Lower the concurrency or the requests per minute.',
  })
})

test('a refused parameter is named, with a next step that depends on whether the user set it', () => {
  const refusing = (parameter: string) => failure('unsupported_parameter', 'said no.', attempt, { parameter }).message
  expect(refusing('temperature')).toBe('acme:m said no. It refuses temperature. Take temperature out of the options of the model.')
  expect(refusing('output_config.effort')).toContain('Take output_config.effort out')
  expect(refusing('seed')).toContain('Leave seed out, or name a model that accepts it.')
})

test('a kind without a next step of its own points to the log of the server', () => {
  expect(failure('provider', 'broke.', attempt).message).toMatch(/the log of the server at http:\/\/h\/v1\.$/)
})

test('message, reply and request id contain no secrets', () => {
  const error = failure('auth', 'said hidden-key.', attempt, { requestId: 'req-hidden-key', reply: 'hidden-key' })
  expect(JSON.stringify(error)).not.toContain('hidden-key')
})

test('a next step may be empty', () => {
  expect(createFailure(() => '')('aborted', 'was stopped.', attempt).message).toBe('acme:m was stopped.')
})

const answer = (status: number, text = '', headers = {}) => ({ status, text, headers: new Headers(headers) })

test.each([
  [answer(400), 'No.', 'No.'],
  [answer(400), '', 'no explanation.'],
  [answer(502, ' <html>'), 'hm', 'an HTML page.'],
  [answer(308, '<html>', { location: 'https://h/v1/x?sig=1' }), '', 'a redirect to https://h, which is not followed.'],
  [answer(307, '', { location: '/login' }), '', 'a redirect to http://h, which is not followed.'],
  [answer(302), '', 'a redirect, which is not followed.'],
  [answer(302, '', { location: 'http://hidden-key/x' }), '', 'a redirect to http://[redacted], which is not followed.'],
  [{ status: 401, text: '', headers: undefined }, 'not hidden-key', 'not [redacted].'],
])('%j with %j is %j', (given, message, expected) => {
  expect(describeAnswer(given, message, attempt)).toBe(expected)
})

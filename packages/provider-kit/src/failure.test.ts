import { expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { createFailure } from './failure.ts'
import { commonNextStep } from './next-step.ts'

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

test('a message says who, what happened and what to do next', () => {
  expect(failure('rate_limit', 'answered with HTTP 429: Slow down.', attempt, { status: 429 })).toMatchObject({
    kind: 'rate_limit',
    provider: 'acme',
    modelId: 'm',
    status: 429,
    isRetryable: true,
    message: 'acme:m answered with HTTP 429: Slow down. Lower the concurrency or the requests per minute.',
  })
})

test('a refused parameter is named, and whether to take it out or to leave it out', () => {
  const refusing = (parameter: string) => failure('unsupported_parameter', 'said no.', attempt, { parameter }).message
  expect(refusing('temperature')).toBe('acme:m said no. It refuses temperature. Take temperature out of the options of the model.')
  expect(refusing('output_config.effort')).toContain('Take output_config.effort out')
  expect(refusing('seed')).toContain('Leave seed out, or name a model that takes it.')
})

test('a kind without a step of its own points at the server', () => {
  expect(failure('provider', 'broke.', attempt).message).toMatch(/the log of the server at http:\/\/h\/v1\.$/)
})

test('secrets are in neither message, reply, nor the id of the request', () => {
  const error = failure('auth', 'said hidden-key.', attempt, { requestId: 'req-hidden-key', reply: 'hidden-key' })
  expect(JSON.stringify(error)).not.toContain('hidden-key')
})

test('a next step may be none', () => {
  expect(createFailure(() => '')('aborted', 'was stopped.', attempt).message).toBe('acme:m was stopped.')
})

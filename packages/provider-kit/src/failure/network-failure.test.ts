import { expect, test } from 'vitest'
import { BadAnswer, readNetworkFailure } from './network-failure.ts'

const fetchFailed = (message: string, code?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), code === undefined ? {} : { code }) })
class APIConnectionTimeoutError extends Error {}

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test.each<[string, unknown, string, string]>([
  ['a refused connection', fetchFailed('connect ECONNREFUSED ::1:80', 'ECONNREFUSED'), 'connection', 'connect ECONNREFUSED ::1:80.'],
  ['a cause that only has a code', fetchFailed('', 'ECONNREFUSED'), 'connection', 'fetch failed (ECONNREFUSED).'],
  ['a server that is not there', fetchFailed('Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT'), 'connection', 'Connect Timeout Error'],
  ['headers that never come', fetchFailed('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT'), 'timeout', 'did not answer in time'],
  ['a time-out by its name', new DOMException('', 'TimeoutError'), 'timeout', 'did not answer in time'],
  ['a time-out of an SDK, by its class', new APIConnectionTimeoutError('Request failed'), 'timeout', 'did not answer in time'],
  ['a body that broke off', new TypeError('terminated'), 'connection', 'terminated.'],
  ['a header beyond Latin-1', thrownBy(() => new Headers({ a: '…' })), 'config', 'could not be called: '],
  ['a header with a line end', thrownBy(() => new Headers({ a: 'b\nc' })), 'config', 'could not be called: '],
  ['an answer that is none', new BadAnswer('answered with HTTP 999'), 'provider', 'answered with HTTP 999.'],
  [
    'one that an SDK takes for a lost connection',
    new TypeError('Connection error.', { cause: new BadAnswer('answered with HTTP 999') }),
    'provider',
    'answered with HTTP 999.',
  ],
  ['anything else', new Error('What?'), 'provider', 'could not be called: What?'],
  ['nothing at all', undefined, 'provider', 'no explanation.'],
  ['a text', 'thrown', 'provider', 'thrown.'],
])('%s', (_what, error, kind, happened) => {
  expect(readNetworkFailure(error)).toMatchObject({ kind, happened: expect.stringContaining(happened) })
})

test('a connection that failed used no tokens; the usage of one that broke is unknown', () => {
  expect(readNetworkFailure(fetchFailed('getaddrinfo ENOTFOUND h', 'ENOTFOUND')).usage).toMatchObject({ calls: 1, inputTokens: 0 })
  expect(readNetworkFailure(fetchFailed('read ECONNRESET', 'ECONNRESET')).usage).toBeUndefined()
})

test('a cycle of causes is read only once', () => {
  const error = new Error('round')
  error.cause = error
  expect(readNetworkFailure(error)).toMatchObject({ kind: 'provider', said: 'round' })
})

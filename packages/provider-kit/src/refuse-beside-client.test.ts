import { expect, test } from 'vitest'
import { refuseBesideClient } from './refuse-beside-client.ts'

test('options beside a client are named, unless they are undefined', () => {
  refuseBesideClient('p', { client: {}, apiKey: undefined })
  expect(() => refuseBesideClient('p', { client: {}, apiKey: 'k', baseURL: 'u', fetch: undefined })).toThrow(
    expect.objectContaining({ kind: 'config', message: 'client is set, and so is apiKey, baseURL. Set it at the client instead.' }),
  )
})

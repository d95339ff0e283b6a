import { AssayError, type AssayErrorKind } from '@assay/core'
import { expect, test } from 'vitest'
import { asBatchFailure } from './batch-failure.ts'

const failed = (kind: AssayErrorKind, serverMessage?: string) =>
  new AssayError({ kind, serverMessage, message: 'It failed. Pass fewer or shorter contexts.', provider: 'p', modelId: 'e', status: 400 })

test.each<[AssayErrorKind, string]>([
  [
    'bad_request',
    '<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid, it should not be larger than 10.: input.contents',
  ],
  ['request_too_large', 'batch size 64 > maximum allowed batch size 32'],
  ['bad_request', 'BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch'],
  [
    'bad_request',
    "Invalid 'input': array too long. Expected an array with maximum length 2048, but got an array with length 3000 instead.",
  ],
  ['bad_request', 'invalid request: total number of texts must be at most 96 - received 128: at most 96 texts'],
  ['unsupported_parameter', 'Too many inputs in request. Max is 128.'],
])('%s for too many texts names the batch: %s', (kind, serverMessage) => {
  const error = asBatchFailure(failed(kind, serverMessage), 256)
  expect(error).toMatchObject({ kind: 'request_too_large', parameter: 'maxBatch', status: 400, isRetryable: false, serverMessage })
  expect(error.message).toMatch(/^p:e refused 256 texts in one request: .* Set `maxBatch` to what the server accepts\.$/)
  expect(error.message).not.toContain('contexts')
})

test('a 413 without a message is about the batch, too', () => {
  expect(asBatchFailure(failed('request_too_large'), 2).message).toBe(
    'p:e refused 2 texts in one request: it is too large. Set `maxBatch` to what the server accepts.',
  )
})

test('a 413 for a single text is about this text', () => {
  const error = asBatchFailure(failed('request_too_large', 'Payload too large'), 1)
  expect(error).toMatchObject({ kind: 'request_too_large', status: 400, isRetryable: false })
  expect(error).not.toHaveProperty('parameter', 'maxBatch')
  expect(error.message).toBe(
    'p:e refused a text that was sent alone: Payload too large. Shorten it, or name a model that accepts longer texts.',
  )
})

test.each<[AssayErrorKind, string, number]>([
  ['context_overflow', 'batch size 1 > maximum', 1],
  ['bad_request', 'Input text is not valid', 9],
  ['auth', 'No key for the batch API', 9],
  ['rate_limit', 'Too many inputs this minute', 9],
])('%s (%s) of %i texts is unchanged', (kind, serverMessage, texts) => {
  const error = failed(kind, serverMessage)
  expect(asBatchFailure(error, texts)).toBe(error)
})

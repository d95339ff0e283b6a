import { expect, test } from 'vitest'
import { readApiError } from './server-answer.ts'

const thrown = (message: string, more: object) => Object.assign(new Error(message), more)

test('the body of an SDK error is its answer, with the headers', () => {
  const headers = new Headers({ 'retry-after': '1' })
  const error = thrown('400 no', { status: 400, error: { message: 'no' }, headers })
  expect(readApiError(error)).toEqual({ status: 400, body: { message: 'no' }, text: '{"message":"no"}', headers, cause: error })
})

test('a body that is no JSON stands behind the status in the message', () => {
  expect(readApiError(thrown('502 <html>', { status: 502 }))).toMatchObject({ body: '<html>', text: '<html>', headers: undefined })
  expect(readApiError(thrown('500 status code (no body)', { status: 500 }))).toMatchObject({ text: '' })
})

test('an error without a status came without an answer', () => {
  expect(readApiError(new Error('fetch failed'))).toBeUndefined()
  expect(readApiError(undefined)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { describeUnreadableBody, errorEvent, parseJson, readApiError, readServerEvents } from './body.ts'

const thrown = (message: string, more: object) => Object.assign(new Error(message), more)

test('an SDK error is read with its body and headers', () => {
  const headers = new Headers({ 'retry-after': '1' })
  const error = thrown('400 no', { status: 400, error: { message: 'no' }, headers })
  expect(readApiError(error)).toEqual({ status: 400, body: { message: 'no' }, text: '{"message":"no"}', headers, cause: error })
})

test('a body that is not JSON is read from the message, after the status', () => {
  expect(readApiError(thrown('502 <html>', { status: 502 }))).toMatchObject({ body: '<html>', text: '<html>', headers: undefined })
  expect(readApiError(thrown('500 status code (no body)', { status: 500 }))).toMatchObject({ text: '' })
})

test('an error without a status has no response', () => {
  expect(readApiError(new Error('fetch failed'))).toBeUndefined()
  expect(readApiError(undefined)).toBeUndefined()
})

test('the JSON objects of server-sent events are read, and other lines are ignored', () => {
  const text = ': waiting\n\nevent: message\ndata: {"a":1}\n\ndata:{"b":2}\ndata: [DONE]\n'
  expect(readServerEvents(text)).toEqual([{ a: 1 }, { b: 2 }])
  expect(readServerEvents('\r\ndata: {"a":1}\r\n\r\n')).toEqual([{ a: 1 }])
})

test.each(['{"data":1}', '<html>', '', 'error: no', 'database: down'])('%j is not a stream of events', (text) => {
  expect(readServerEvents(text)).toBeUndefined()
  expect(errorEvent(text)).toBeUndefined()
})

test('an error among server-sent events is found in every form', () => {
  expect(errorEvent('data: {"a":1}\ndata: {"error":{"message":"no"}}')).toEqual({ error: { message: 'no' } })
  expect(errorEvent('data: {"type":"error","error":{"type":"x"}}')).toEqual({ type: 'error', error: { type: 'x' } })
  expect(errorEvent('data: {"type":"error","message":"no"}')).toEqual({ error: { type: 'error', message: 'no' } })
  expect(errorEvent('data: {"error":null,"a":1}')).toBeUndefined()
})

test('a text that is not JSON is undefined', () => {
  expect([parseJson('{"a":1}'), parseJson('{"a":')]).toEqual([{ a: 1 }, undefined])
})

test('an unreadable body is described by its kind', () => {
  const described = [' ', '\n<html>', '[1]', 'data: {}'].map((text) => describeUnreadableBody(text, 'a reply'))
  expect(described.slice(0, 3)).toEqual(
    ['an empty body', 'an HTML page', 'a body that is not a JSON object'].map((what) => `${what} instead of a reply.`),
  )
  expect(described[3]).toContain('server-sent events instead of a reply: the server streams. Turn streaming off at the server')
})

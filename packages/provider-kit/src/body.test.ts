import { expect, test } from 'vitest'
import { describeUnreadableBody, errorEvent, parseJson, readApiError, readServerEvents } from './body.ts'

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

test('the objects of a stream of events are read, whatever stands beside them', () => {
  const text = ': waiting\n\nevent: message\ndata: {"a":1}\n\ndata:{"b":2}\ndata: [DONE]\n'
  expect(readServerEvents(text)).toEqual([{ a: 1 }, { b: 2 }])
  expect(readServerEvents('\r\ndata: {"a":1}\r\n\r\n')).toEqual([{ a: 1 }])
})

test.each(['{"data":1}', '<html>', '', 'error: no', 'database: down'])('%j is no stream of events', (text) => {
  expect(readServerEvents(text)).toBeUndefined()
  expect(errorEvent(text)).toBeUndefined()
})

test('an error among them is found in every form', () => {
  expect(errorEvent('data: {"a":1}\ndata: {"error":{"message":"no"}}')).toEqual({ error: { message: 'no' } })
  expect(errorEvent('data: {"type":"error","error":{"type":"x"}}')).toEqual({ type: 'error', error: { type: 'x' } })
  expect(errorEvent('data: {"type":"error","message":"no"}')).toEqual({ error: { type: 'error', message: 'no' } })
  expect(errorEvent('data: {"error":null,"a":1}')).toBeUndefined()
})

test('a text that is no JSON has no value', () => {
  expect([parseJson('{"a":1}'), parseJson('{"a":')]).toEqual([{ a: 1 }, undefined])
})

test('a body that cannot be read is told apart', () => {
  const described = [' ', '\n<html>', '[1]', 'data: {}'].map((text) => describeUnreadableBody(text, 'a reply'))
  expect(described.slice(0, 3)).toEqual(
    ['an empty body', 'an HTML page', 'a body that is no JSON object'].map((what) => `${what}, where a reply was due.`),
  )
  expect(described[3]).toContain('server-sent events, where a reply was due: the server streams. Turn streaming off at the server')
})

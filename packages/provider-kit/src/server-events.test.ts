import { expect, test } from 'vitest'
import { errorEvent, readServerEvents } from './server-events.ts'

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

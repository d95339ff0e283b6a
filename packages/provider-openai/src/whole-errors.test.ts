import { expect, test } from 'vitest'
import { withWholeErrors } from './whole-errors.ts'

const answered = async (body: string | null, init: ResponseInit): Promise<Response> =>
  withWholeErrors(async () => new Response(body, init))('http://h')

test.each([
  ['{"message":"No.","code":7}', '{"error":{"message":"No.","code":7}}'],
  ['"a bare text"', '{"error":"a bare text"}'],
  ['<html>', '<html>'],
  ['', ''],
])('the failing body %j comes to the SDK as %j, with its status and headers', async (body, expected) => {
  const response = await answered(body, { status: 422, headers: { 'retry-after': '2' } })
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([422, '2', expected])
})

test('an answer that is none is as it was', async () => {
  expect(await (await answered('{"a":1}', { status: 200 })).text()).toBe('{"a":1}')
  expect((await answered(null, { status: 304 })).status).toBe(304)
})

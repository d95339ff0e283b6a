import { expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { describeAnswer } from './describe-answer.ts'

const attempt: Attempt = {
  provider: 'p',
  modelId: 'm',
  where: 'http://h/v1',
  secrets: ['hidden-key'],
  sent: {},
  setByUser: [],
  signal: undefined,
}
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
])('%j with %j is %j', (given, said, expected) => {
  expect(describeAnswer(given, said, attempt)).toBe(expected)
})

import { expect, test } from 'vitest'
import { readServerError } from './server-error.ts'

test.each<[string, unknown, string]>([
  [
    'in the place of the message',
    {
      object: 'error',
      message: {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs are not permitted', input: 9 }],
      },
    },
    'max_completion_tokens: Extra inputs are not permitted',
  ],
  [
    'of several fields',
    {
      detail: [
        { loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user'", input: 'x' },
        { loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' },
      ],
    },
    "messages.0.role: Input should be 'user'; seed: Extra inputs are not permitted",
  ],
  ['of no field', { detail: [{ msg: 'Field required' }] }, 'Field required'],
  ['as texts', { error: { message: ['too long', 'too hot'] } }, 'too long; too hot'],
  ['as one text', { message: { detail: 'Not so.' } }, 'Not so.'],
  ['in no words that are known', { message: { detail: [{ what: 'No.' }] } }, '{"detail":[{"what":"No."}]}'],
])('validation errors become sentences: %s', (_where, body, message) => {
  expect(readServerError(body, 422)?.message).toBe(message)
})

import { type LLMReply, unknownUsage } from '@assay/core'
import { expect, test } from 'vitest'
import { secretForms } from './secret-forms.ts'
import { withoutSecrets } from './without-secrets.ts'

const secret = 'hidden+key/1?'
const reply: LLMReply = { text: 'plain', finishReason: 'stop', usage: unknownUsage() }

test.each([secret, encodeURIComponent(secret), 'hidden%2bkey%2f1%3f', btoa(secret), Buffer.from(secret).toString('base64url')])(
  'a secret echoed as %s is in no field of a reply, and a warning says so',
  (echo) => {
    const echoing = { ...reply, text: `{"reason":"${echo}"}`, modelId: echo, requestId: echo, warnings: [echo] }
    const clean = withoutSecrets(echoing, secretForms([secret]))
    expect(JSON.stringify(clean)).not.toContain(echo)
    expect(clean.text).toMatch(/^\{"reason":"\[redacted\]=*"\}$/)
    expect(clean.warnings?.at(-1)).toBe('The reply repeated a secret of the connection, which was taken out.')
  },
)

test('a reply that only looks like holding a secret stays as it is', () => {
  const held = { ...reply, text: 'Use sk-0123456789abcdef, or Bearer abcdefghijkl.' }
  expect(withoutSecrets(held, secretForms([secret]))).toEqual(held)
})

import { startFakeAnthropic } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'

test('a service tier is requested, and the tier of the response is read', async () => {
  const usage = { input_tokens: 10, output_tokens: 5, service_tier: 'standard' }
  const server = await startFakeAnthropic(() => ({ text: 'hello', usage }))
  onTestFinished(() => server.close())
  const model = createAnthropic({ apiKey: 'k', baseURL: server.url })('claude-sonnet-5-5')
  const call = { messages: [{ role: 'user' as const, parts: [{ text: 'Say hello.' }] }] }
  expect((await model.doGenerate(call, { serviceTier: 'standard_only' })).serviceTier).toBe('standard')
  expect(Reflect.get(Object(server.requests[0]?.body), 'service_tier')).toBe('standard_only')
})

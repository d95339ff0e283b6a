import { startFakeOpenAI } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenAI } from './openai.ts'

const call = { messages: [{ role: 'user' as const, parts: [{ text: 'Say hello.' }] }] }

test.each(['chat', 'responses'] as const)('by %s a service tier is requested, and the tier of the response is read', async (api) => {
  const server = await startFakeOpenAI(() => 'hello')
  onTestFinished(() => server.close())
  const model = createOpenAI({ apiKey: 'k', baseURL: server.url })('gpt-5-mini', { api, capabilities: { responsesApi: true } })
  expect(model.capabilities.serviceTiers).toContain('flex')
  expect((await model.doGenerate(call, { serviceTier: 'flex' })).serviceTier).toBe('flex')
  expect(await model.doGenerate(call)).not.toHaveProperty('serviceTier')
  expect(server.requests.map(({ body }) => Reflect.get(Object(body), 'service_tier'))).toEqual(['flex', undefined])
})

test('a tier without capacity is a rate limit that names the tier', async () => {
  const error = { message: 'No capacity now.', type: 'server_error', code: 'resource_unavailable' }
  const server = await startFakeOpenAI(() => ({ status: 429, error }))
  onTestFinished(() => server.close())
  const model = createOpenAI({ apiKey: 'k', baseURL: server.url })('gpt-5-mini')
  await expect(model.doGenerate(call, { serviceTier: 'flex' })).rejects.toMatchObject({
    kind: 'rate_limit',
    parameter: 'service_tier',
    isRetryable: true,
  })
})

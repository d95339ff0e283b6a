import { AssayError, type LLMCall } from '@assay/core'
import { type AnthropicReply, startFakeAnthropic } from '@assay/testkit'
import { expect, onTestFinished } from 'vitest'
import { type AnthropicOptions, createAnthropic } from '../anthropic.ts'
import type { AnthropicModelOptions } from '../model-options.ts'

export const messages: LLMCall['messages'] = [{ role: 'user', parts: [{ text: 'hi' }] }]

export async function failed(doGenerate: PromiseLike<unknown>): Promise<AssayError> {
  const error = await Promise.resolve(doGenerate).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

type Asked = { reply: AnthropicReply; call?: Partial<LLMCall>; options?: AnthropicModelOptions; connection?: AnthropicOptions }

/** The failure of one call through the real SDK, against a server that answers with `reply`. No key, whatever the environment holds. */
export async function failureOn({ reply, call, options, connection }: Asked): Promise<AssayError> {
  const server = await startFakeAnthropic(reply)
  onTestFinished(() => server.close())
  const adapter = createAnthropic({ baseURL: server.url, apiKey: null, authToken: null, ...connection })('claude-test', options)
  const error = await failed(adapter.doGenerate({ messages, ...call }))
  expect(server.requests).toHaveLength(1)
  return error
}

import type { JsonObject, LLMCall } from '@assay/core'
import { startFakeAnthropic } from '@assay/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAnthropic } from './anthropic.ts'
import type { AnthropicModelOptions } from './model-options.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const output = { name: 'verdicts', schema }
const messages: LLMCall['messages'] = [
  { role: 'system', parts: [{ text: 'You judge.' }] },
  { role: 'user', parts: [{ text: 'one ' }, { text: 'two' }] },
  { role: 'assistant', parts: [{ text: '{}' }] },
]

/** The request that the real SDK sends. */
async function sent(call: Partial<LLMCall>, options: AnthropicModelOptions = {}, model = 'claude-sonnet-4-6') {
  const server = await startFakeAnthropic('hello')
  onTestFinished(() => server.close())
  const reply = await createAnthropic({ baseURL: server.url, apiKey: 'k' })(model, options).doGenerate({ messages, ...call })
  const request = server.requests[0]
  return { body: request?.body as JsonObject, request, reply }
}

describe('the request of a call', () => {
  test('has only model, limit, system prompt and messages, with parts joined', async () => {
    const { body, request } = await sent({})
    expect(body).toEqual({
      model: 'claude-sonnet-4-6',
      max_tokens: 16_384,
      system: [{ type: 'text', text: 'You judge.' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'one two' }] },
        { role: 'assistant', content: [{ type: 'text', text: '{}' }] },
      ],
    })
    expect(request).toMatchObject({ method: 'POST', path: '/v1/messages', headers: { authorization: 'Bearer k' } })
  })

  test('has a schema in output_config if the model supports it, beside fields that the user put there', async () => {
    const { body } = await sent({ output }, { extraBody: { output_config: { effort: 'low' }, top_p: 0.5 } })
    expect(body).toMatchObject({ output_config: { effort: 'low', format: { type: 'json_schema', schema } }, top_p: 0.5 })
    expect(body).not.toHaveProperty('tools')
  })

  test('forces a tool call in mode tool, which is the default for old models', async () => {
    const forced = { tools: [{ name: 'verdicts', input_schema: schema }], tool_choice: { type: 'tool', name: 'verdicts' } }
    const asked = await sent({ output: { ...output, mode: 'tool' } })
    expect(asked.body).toMatchObject(forced)
    expect(asked.body).not.toHaveProperty('output_config')
    expect((await sent({ output }, {}, 'claude-opus-4-1')).body).toMatchObject(forced)
  })

  test('has no schema in mode prompt, and no system prompt if the call has none', async () => {
    const { body } = await sent({ output: { ...output, mode: 'prompt' }, messages: [{ role: 'user', parts: [{ text: 'hi' }] }] })
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model'])
    const blank = await sent({ messages: [{ role: 'system', parts: [{ text: ' ' }] }, ...messages.slice(1)] })
    expect(blank.body).not.toHaveProperty('system')
  })

  test('prefers options of the adapter to those of the metric, and the limit of the call before the default', async () => {
    const chosen = { temperature: 0, maxOutputTokens: 5 }
    expect((await sent(chosen)).body).toMatchObject({ temperature: 0, max_tokens: 5 })
    const set = await sent(chosen, { temperature: 0.7, maxOutputTokens: 100 })
    expect(set.body).toMatchObject({ temperature: 0.7, max_tokens: 100 })
  })

  test('adds a thinking budget to the size that a metric chose, but not to the limit of the user', async () => {
    const thinking = { type: 'enabled', budget_tokens: 2000 } as const
    expect((await sent({ maxOutputTokens: 500 }, { thinking })).body).toMatchObject({ thinking, max_tokens: 2500 })
    expect((await sent({ maxOutputTokens: 500 }, { thinking, maxOutputTokens: 4000 })).body).toMatchObject({ max_tokens: 4000 })
    expect((await sent({}, { thinking: { type: 'adaptive' } })).body).toMatchObject({ thinking: { type: 'adaptive' }, max_tokens: 16_384 })
  })

  test('may have a limit for which the SDK requires a stream', async () => {
    expect((await sent({ maxOutputTokens: 128_000 })).body).toMatchObject({ max_tokens: 128_000 })
  })

  test('logs nothing to the console, also for a deprecated model', async () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    await sent({}, {}, 'claude-sonnet-4-5')
    expect(warn).not.toHaveBeenCalled()
  })

  test('is not sent if the call has a seed', async () => {
    const adapter = createAnthropic({ apiKey: 'k', fetch: () => Promise.reject(new Error('asked')) })('claude-sonnet-4-6')
    await expect(adapter.doGenerate({ messages, seed: 1 })).rejects.toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'seed',
      message: 'anthropic:claude-sonnet-4-6 was not called. It refuses seed. Leave seed out, or name a model that accepts it.',
    })
  })

  test('is sent without NUL and lone surrogates, and the reply has a warning', async () => {
    const { body, reply } = await sent({
      messages: [{ role: 'user', parts: [{ text: 'a\0b' }, { text: '\uD83D' }, { text: '\uDE00 \uDC00' }] }],
    })
    expect(body['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text: 'a\uFFFDb😀 \uFFFD' }] }])
    expect(reply.warnings).toEqual([
      '1 NUL character in the prompt was replaced by U+FFFD.',
      '1 half of a surrogate pair in the prompt was replaced by U+FFFD.',
    ])
  })

  test('keeps all other text unchanged', async () => {
    const text = '{{x}} {% if %} $& <b>&amp;</b> \u202E \u0007 "quoted" \\n 日本語 👩‍👩‍👧'
    const { body, reply } = await sent({ messages: [{ role: 'user', parts: [{ text }] }] })
    expect(body['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text }] }])
    expect(reply).not.toHaveProperty('warnings')
  })
})

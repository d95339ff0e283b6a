import type { JsonObject, LLMCall } from '@assay/core'
import { startFakeOpenAI } from '@assay/testkit'
import { onTestFinished, describe, expect, test } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI } from './openai.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const messages: LLMCall['messages'] = [
  { role: 'system', parts: [{ text: 'You judge.' }] },
  { role: 'user', parts: [{ text: 'one ', cache: true }, { text: 'two' }] },
  { role: 'assistant', parts: [{ text: '{}' }] },
  { role: 'user', parts: [] },
]

/** The request that the real SDK sends. */
async function sent(call: Partial<LLMCall>, options: OpenAIModelOptions = {}, model = 'gpt-4o') {
  const server = await startFakeOpenAI('hello')
  onTestFinished(() => server.close())
  const adapter = createOpenAI({ baseURL: server.url, apiKey: 'k' })(model, options)
  const reply = await adapter.doGenerate({ messages, ...call })
  const request = server.requests[0]
  return { body: request?.body as JsonObject, request, reply }
}

describe('the request of a call', () => {
  test('has only model and messages, with the parts of a message joined', async () => {
    const { body, request } = await sent({ droppable: ['seed'] })
    expect(body).toEqual({
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: 'one two' },
        { role: 'assistant', content: '{}' },
        { role: 'user', content: '' },
      ],
    })
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions', headers: { authorization: 'Bearer k' } })
  })

  test('has a strict json_schema if the model supports it', async () => {
    const { body } = await sent({ output: { name: 'verdicts', schema } })
    expect(body['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'verdicts', schema, strict: true } })
    expect(body).not.toHaveProperty('tools')
  })

  test('forces a tool call in mode tool, which is the default for old models', async () => {
    const tools = [{ type: 'function', function: { name: 'verdicts', parameters: schema, strict: true } }]
    const forced = { tools, tool_choice: { type: 'function', function: { name: 'verdicts' } } }
    const asked = await sent({ output: { name: 'verdicts', schema, mode: 'tool' } })
    expect(asked.body).toMatchObject(forced)
    expect(asked.body).not.toHaveProperty('response_format')
    const old = await sent({ output: { name: 'verdicts', schema } }, {}, 'gpt-4-turbo')
    expect(old.body).toMatchObject(forced)
  })

  test('has no schema in mode prompt', async () => {
    const { body } = await sent({ output: { name: 'verdicts', schema, mode: 'prompt' } })
    expect(Object.keys(body).sort()).toEqual(['messages', 'model'])
  })

  test('has limit, temperature and seed of the call under the names of OpenAI', async () => {
    const { body } = await sent({ maxOutputTokens: 9, temperature: 0, seed: 4 })
    expect(body).toMatchObject({ max_completion_tokens: 9, temperature: 0, seed: 4 })
    expect(body).not.toHaveProperty('max_tokens')
  })

  test('has the limit as max_tokens if the capability is set', async () => {
    const { body } = await sent({ maxOutputTokens: 9 }, { capabilities: { maxTokensParameter: 'max_tokens' } })
    expect(body).toMatchObject({ max_tokens: 9 })
    expect(body).not.toHaveProperty('max_completion_tokens')
  })

  test('prefers options of the adapter to those of the metric, except the seed', async () => {
    const options = { temperature: 0.7, seed: 1, maxOutputTokens: 100, reasoningEffort: 'low', extraBody: { top_p: 0.5 } } as const
    const chosen = await sent({ temperature: 0, seed: 2, maxOutputTokens: 5 }, options)
    expect(chosen.body).toMatchObject({ temperature: 0.7, seed: 2, max_completion_tokens: 100, reasoning_effort: 'low', top_p: 0.5 })
    const alone = await sent({}, options)
    expect(alone.body).toMatchObject({ temperature: 0.7, seed: 1, max_completion_tokens: 100 })
  })

  test('is sent without NUL and lone surrogates, and the reply has a warning', async () => {
    const { body, reply } = await sent({
      messages: [{ role: 'user', parts: [{ text: 'a\0b' }, { text: '\uD83D' }, { text: '\uDE00 \uDC00' }] }],
    })
    expect(body['messages']).toEqual([{ role: 'user', content: 'a\uFFFDb😀 \uFFFD' }])
    expect(reply.warnings).toEqual([
      '1 NUL character in the prompt was replaced by U+FFFD.',
      '1 half of a surrogate pair in the prompt was replaced by U+FFFD.',
    ])
  })

  test('keeps all other text unchanged', async () => {
    const text = '{{x}} {% if %} $& <b>&amp;</b> \u202E \u0007 "quoted" \\n 日本語 👩‍👩‍👧'
    const { body, reply } = await sent({ messages: [{ role: 'user', parts: [{ text }] }] })
    expect(body['messages']).toEqual([{ role: 'user', content: text }])
    expect(reply).not.toHaveProperty('warnings')
  })
})

import type { JsonValue } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { type Attempt, createFailures } from './failure.ts'

const { serverFailure } = createFailures({ requestIdHeader: 'x-request-id', steps: {} })
const messages = [
  { role: 'system', content: 'Judge.' },
  { role: 'user', content: 'Is it so?' },
]
const sent = { model: 'm', messages, response_format: {}, max_tokens: 16_384, temperature: 0 }

function told(body: JsonValue, status = 400, more: Partial<Attempt> = {}) {
  const attempt: Attempt = {
    provider: 'p',
    modelId: 'm',
    where: 'http://h',
    secrets: ['hidden-key'],
    sent,
    setByUser: [],
    signal: undefined,
    ...more,
  }
  return serverFailure({ status, body, text: JSON.stringify(body), headers: undefined }, attempt)
}
const said = (message: string, more: Readonly<Record<string, JsonValue>> = {}): JsonValue => ({ error: { message, ...more } })

describe('a key', () => {
  test.each<[JsonValue, number]>([
    [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
      400,
    ],
    [[{ error: { code: 400, message: 'Bad.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }], 400],
    [said('Incorrect API key provided'), 400],
    [said('令牌已过期或验证不正确', { code: '1000' }), 401],
    [said('No endpoints found matching your data policy.', { code: 404 }), 404],
  ])('%j is auth', (body, status) => {
    expect(told(body, status).kind).toBe('auth')
  })
})

describe('money', () => {
  test.each<JsonValue>([
    { statusCode: 400, message: 'Access denied, please make sure your account is in good standing.', code: 'Arrearage' },
    { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' } },
    { type: 'error', error: { type: 'billing_error', message: 'Look at your plan.' } },
    said('Insufficient Balance'),
  ])('%j is quota, whichever vendor says it', (body) => {
    expect(told(body)).toMatchObject({ kind: 'quota', isRetryable: false })
  })
})

describe('a filter', () => {
  test.each<JsonValue>([
    said('Input data may contain inappropriate content.', { code: 'data_inspection_failed' }),
    said('Content Exists Risk'),
    said('系统检测到输入或生成内容可能包含不安全或敏感内容', { code: '1301' }),
    said("The response was filtered due to the prompt triggering Azure OpenAI's content management policy."),
    said('Your chosen model requires moderation and your input was flagged for "violence".'),
  ])('%j is content_filter', (body) => {
    expect(told(body).kind).toBe('content_filter')
  })

  test('is not, where the server only repeats what was sent', () => {
    const prompt = 'Which words does the content policy of the city forbid, and since when?'
    const echoing = { ...sent, messages: [{ role: 'user', content: prompt }] }
    expect(told(said(`Could not read: ${prompt}`), 400, { sent: echoing }).kind).toBe('bad_request')
  })
})

describe('a model', () => {
  test.each<[JsonValue, number]>([
    [said('Model Not Exist'), 400],
    [{ message: 'The provided model identifier is invalid.' }, 400],
    [{ message: 'Invocation of model ID x with on-demand throughput isn’t supported. Retry with an inference profile.' }, 400],
    [{ message: "Invocation of model ID x with on-demand throughput isn't supported." }, 400],
    [said('模型不存在，请检查模型代码。', { code: '1211' }), 400],
    [said('The model `x` does not exist or you do not have access to it.'), 403],
    [said('model: claude-x', { type: 'not_found_error' }), 404],
  ])('%j is model_not_found', (body, status) => {
    expect(told(body, status).kind).toBe('model_not_found')
  })
})

describe('a length', () => {
  test.each<JsonValue>([
    said('Range of input length should be [1, 30720]'),
    said('The length of prompt_tokens (9000) exceeds the limit.'),
    said('max_tokens must be at least 1, got -310.'),
    said('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    said('prompt is too long: 208310 tokens > 200000 maximum'),
    { error: 'Input validation error: `inputs` must have less than 4095 tokens. Given: 5000' },
  ])('%j is context_overflow', (body) => {
    expect(told(body).kind).toBe('context_overflow')
  })
})

describe('a reply that the server found unfit', () => {
  test('is invalid_reply, with what the model wrote', () => {
    const body = said('Failed to validate JSON.', { code: 'json_validate_failed', failed_generation: '{"claims":' })
    expect(told(body)).toMatchObject({ kind: 'invalid_reply', replyHead: '{"claims":' })
  })

  test.each<JsonValue>([
    said("Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.", { code: 'tool_use_failed' }),
    said('Failed to generate JSON. Please adjust your prompt.'),
    said('The output did not match the schema.'),
  ])('%j is, too', (body) => {
    expect(told(body).kind).toBe('invalid_reply')
  })
})

describe('the next step names the option that helps', () => {
  test.each<[JsonValue, Partial<Attempt>, string]>([
    [said('temperature is not supported'), {}, 'Set `capabilities: { temperature: false }` for this model.'],
    [said('temperature is not supported'), { setByUser: ['temperature'] }, 'Take temperature out of the options of the model.'],
    [said('json_schema is not supported'), {}, 'Set `capabilities: { structuredOutput: "prompt" }` for this model.'],
    [said('System role not supported'), {}, 'Set `capabilities: { systemRole: false }` for this model.'],
    [
      said('max_tokens: 16384 > 4096, the maximum allowed'),
      { setByUser: ['maxOutputTokens'] },
      'Set `maxOutputTokens` to what the model allows.',
    ],
    [
      said('max_tokens must be at least 16'),
      { setByUser: ['maxOutputTokens'] },
      'Look at what the server says of `maxOutputTokens`, which is set for this model.',
    ],
    [
      said('Unknown parameter: reasoningEffort'),
      { sent: { ...sent, reasoning_effort: 'high' }, setByUser: ['reasoning_effort'] },
      'Take reasoning_effort out',
    ],
    [
      said('parameter.enable_thinking must be set to false for non-streaming calls'),
      {},
      'Set `extraBody: { enable_thinking: false }` for this model.',
    ],
    [said('This model only supports stream mode.'), {}, 'Set `extraBody: { enable_thinking: false }` for this model.'],
    [said('No.'), { sent: { ...sent, top_k: 4 }, setByUser: ['top_k', 'temperature'] }, 'and at `extraBody`, which sets top_k.'],
  ])('after %j', (body, more, step) => {
    expect(told(body, 400, more).message).toContain(step)
  })

  test('and never extraBody where nobody set it', () => {
    for (const set of [[], ['temperature', 'seed', 'maxOutputTokens', 'reasoning_effort']]) {
      expect(told(said('Invalid.'), 400, { setByUser: set }).message).not.toContain('extraBody')
    }
  })
})

test.each<[JsonValue, number, string | undefined]>([
  [said('`temperature` (=0.0) has to be a strictly positive float'), 500, 'temperature'],
  [said('Failed to compile the json_schema'), 500, 'output'],
  [said('No endpoints found that support tool use.', { code: 404 }), 404, 'output'],
])('%j with HTTP %d is a refusal, and is not tried again', (body, status, parameter) => {
  const { response_format: _schema, ...rest } = sent
  const more = status === 404 ? { sent: { ...rest, tools: [], tool_choice: {} } } : {}
  expect(told(body, status, more)).toMatchObject({ kind: 'unsupported_parameter', parameter, isRetryable: false })
})

test('an error keeps what the server said apart from our sentence, with the limit that was sent, and without a secret', () => {
  const error = told({ error: { message: 'Param Incorrect', param: 'max_tokens is too large: 16384, hidden-key', code: '400' } })
  expect(error.said).toBe(
    'Param Incorrect: max_tokens is too large: 16384, [redacted]\nParam Incorrect\nmax_tokens is too large: 16384, [redacted]',
  )
  expect(error.sentLimit).toBe(16_384)
  expect(error.toJSON()).not.toHaveProperty('said')
})

test('what stands as JSON in a text is read as well', () => {
  const inner = JSON.stringify({ error: { message: "Unsupported value: 'temperature' does not support 0 with this model." } })
  expect(told({ error: { cause: inner, code: 400, message: '模型服务调用失败' } })).toMatchObject({
    kind: 'unsupported_parameter',
    parameter: 'temperature',
    message: expect.stringContaining("模型服务调用失败: Unsupported value: 'temperature'"),
  })
})

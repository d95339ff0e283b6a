import { describe, expect, it } from 'vitest'
import { isOutOfCredit } from './out-of-credit.ts'

describe('exhausted credit is recognised', () => {
  it.each<[string, number, unknown]>([
    ['by the status alone', 402, ''],
    ['OpenAI', 429, { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' } }],
    ['OpenAI, as of 2026', 429, { error: { message: 'No.', type: 'billing', code: 'credit_balance_exhausted' } }],
    ['OpenAI, a limit of an organization', 429, { error: { code: 'organization_spend_limit_exceeded', message: 'No.' } }],
    [
      'OpenAI, a limit of the account',
      400,
      { error: { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached' } },
    ],
    [
      'Anthropic',
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } },
    ],
    ['Anthropic, by its type', 403, { type: 'error', error: { type: 'billing_error', message: 'Look at your plan.' } }],
    [
      'Anthropic, a limit one set',
      400,
      { error: { message: 'You have reached your specified API usage limits. You will regain access on 2026-12-01.' } },
    ],
    [
      'DeepSeek in another status',
      400,
      { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } },
    ],
    ['Moonshot', 429, { error: { type: 'exceeded_current_quota_error', message: 'Your account is suspended.' } }],
    [
      'xAI',
      403,
      {
        code: 'The caller does not have permission',
        error: 'Your team abc has either used all available credits or reached its monthly spending limit.',
      },
    ],
    ['xAI, a new team', 403, { error: "Your newly created team doesn't have any credits yet." }],
    ['OpenRouter', 400, { error: { code: 402, message: 'This request requires more credits, or fewer max_tokens.' } }],
    [
      'OpenRouter, of the server behind it',
      502,
      { error: { code: 502, message: 'Provider returned error', metadata: { raw: '{"error":{"code":402,"message":"No."}}' } } },
    ],
    ['LiteLLM', 500, { error: { message: "litellm.APIError: Error code: 402 - {'error': {'message': 'No.'}}", code: '500' } }],
    ['a gateway that quotes a code', 429, "RateLimitError: 429 {'type': 'insufficient_user_quota'}"],
    ['Alibaba', 400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }],
    ['Volcengine', 403, { error: { code: 'AccountOverdueError', message: 'The request failed.' } }],
    ['Novita', 403, { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'not enough balance' }],
    ['Z.AI in Chinese', 429, { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }],
    ['Google', 429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Your prepayment credits are depleted.' } }],
    ['SiliconFlow', 403, { code: 30001, message: 'Sorry, your account balance is insufficient' }],
    ['a list of errors', 429, [{ error: { message: 'Out of credits.' } }]],
    ['a text', 429, 'You have no credits remaining. Add credits to continue.'],
    ['HTML', 500, '<h1>402 Payment Required</h1>'],
  ])('%s', (_who, status, body) => {
    expect(isOutOfCredit({ status, body })).toBe(true)
  })
})

describe('what passes by itself, or is something else, is not taken for it', () => {
  it.each<[string, number, unknown]>([
    [
      'a rate limit',
      429,
      { error: { code: 'rate_limit_exceeded', message: 'Rate limit reached for gpt-5-mini on requests per min (RPM).' } },
    ],
    [
      'a rate limit that advises to pay',
      429,
      {
        error: {
          message: 'Rate limit reached. You can increase it by adding a payment method at https://platform.openai.com/account/billing.',
        },
      },
    ],
    [
      'a quota of the minute',
      429,
      {
        error: {
          status: 'RESOURCE_EXHAUSTED',
          message: 'You exceeded your current quota, please check your plan and billing details. Retry in 32 s.',
        },
      },
    ],
    ['a usage limit of the minute', 429, { error: { message: 'Usage limit exceeded: 100 tokens per minute.' } }],
    ['an overload', 503, { error: { message: 'The engine is currently overloaded.' } }],
    ['a wrong key', 401, { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } }],
    ['a model that needs a card', 403, { error: { message: 'Add a valid credit card to use this model.' } }],
    ['a number in a text', 400, { error: { message: 'The prompt has 402 tokens.' } }],
    ['nothing', 429, undefined],
  ])('%s', (_what, status, body) => {
    expect(isOutOfCredit({ status, body })).toBe(false)
  })
})

it('a server that repeats the prompt does not mean an account', () => {
  const prompt = 'The bank wrote: "Dear customer, your credit balance is too low to pay the rent in May." What did it write?'
  const sent = { messages: [{ role: 'user', content: prompt }] }
  const echo = { error: { message: `Invalid prompt: ${prompt}` } }
  expect(isOutOfCredit({ status: 400, body: echo }, sent)).toBe(false)
  expect(isOutOfCredit({ status: 400, body: echo }, {})).toBe(true)
  const own = { error: { message: 'Your credit balance is too low to access the Anthropic API.' } }
  expect(isOutOfCredit({ status: 400, body: own }, sent)).toBe(true)
  expect(isOutOfCredit({ status: 400, body: { error: { message: 'Insufficient Balance' } } }, { content: 'Insufficient Balance' })).toBe(
    true,
  )
})

it('a body of any depth and size is looked through in bounded time', () => {
  let deep: unknown = 'insufficient balance'
  for (let i = 0; i < 10_000; i += 1) deep = { error: deep }
  expect(isOutOfCredit({ status: 400, body: deep })).toBe(false)
  expect(isOutOfCredit({ status: 400, body: { error: { message: 'x '.repeat(5_000_000) } } })).toBe(false)
})

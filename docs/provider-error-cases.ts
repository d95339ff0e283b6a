import type { AssayErrorKind } from '@assay/core'
import type { AnthropicReply, OllamaReply, OllamaShow, OpenAIReply } from '@assay/testkit'
import type { AnthropicModelOptions, OllamaModelOptions, OpenAIModelOptions } from 'assay'

/** One failure as it comes over the wire: what the table of `provider-errors.md` says of it is made by running it. */
export type ErrorCase<Reply, Options> = {
  readonly kind: AssayErrorKind
  /** What the wire says, for the table. */
  readonly wire: string
  /** What the server answers to every request; nothing where it is not asked. */
  readonly reply?: Reply
  readonly options?: Options
  /** Without a key. */
  readonly withoutKey?: true
  /** What the fetch of the user throws instead. */
  readonly thrown?: Error
  /** What the server says of the model, where it is asked. */
  readonly show?: OllamaShow
}

const CLOSED = 'the connection closes without an answer'
const THROWN = 'a `fetch` of your own gives up with a `TimeoutError`'
const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
const prose = 'I think that most of it is true.'

export const openAICases: readonly ErrorCase<OpenAIReply, OpenAIModelOptions>[] = [
  { kind: 'auth', wire: 'not called: there is no key', withoutKey: true },
  {
    kind: 'auth',
    wire: 'HTTP 401, `invalid_api_key`',
    reply: { status: 401, error: { message: 'Incorrect API key provided: sk-ab***********12.', code: 'invalid_api_key' } },
  },
  {
    kind: 'quota',
    wire: 'HTTP 429, `insufficient_quota`',
    reply: { status: 429, error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
  },
  {
    kind: 'quota',
    wire: 'HTTP 400, 403 or 429 for a balance or credit used up',
    reply: { status: 400, error: { message: 'Insufficient Balance' } },
  },
  {
    kind: 'rate_limit',
    wire: 'HTTP 429, `rate_limit_exceeded`',
    reply: { status: 429, error: { message: 'Rate limit reached for requests.', code: 'rate_limit_exceeded' } },
  },
  { kind: 'overloaded', wire: 'HTTP 503', reply: { status: 503, error: { message: 'The engine is currently overloaded.' } } },
  { kind: 'timeout', wire: THROWN, thrown: timeout },
  { kind: 'connection', wire: CLOSED, reply: { fault: 'reset' } },
  {
    kind: 'context_overflow',
    wire: 'HTTP 400, `context_length_exceeded`',
    reply: {
      status: 400,
      error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
    },
  },
  {
    kind: 'request_too_large',
    wire: 'HTTP 429 for a request larger than the limit of a minute',
    reply: { status: 429, error: { message: 'Request too large. Limit 30000, Requested 43000.', code: 'rate_limit_exceeded' } },
  },
  {
    kind: 'model_not_found',
    wire: 'HTTP 404, `model_not_found`',
    reply: { status: 404, error: { message: 'The model `m` does not exist.', code: 'model_not_found' } },
  },
  {
    kind: 'unsupported_parameter',
    wire: 'HTTP 400, `unsupported_value`, for a temperature that you set',
    options: { temperature: 0 },
    reply: { error: { message: "Unsupported value: 'temperature' does not support 0.", code: 'unsupported_value', param: 'temperature' } },
  },
  { kind: 'bad_request', wire: 'HTTP 400, anything else', reply: { error: { message: 'Invalid value for metadata.', param: 'metadata' } } },
  { kind: 'provider', wire: 'HTTP 500', reply: { status: 500, error: { message: 'The server had an error.', type: 'server_error' } } },
  { kind: 'provider', wire: 'HTTP 200 and a web page', reply: { rawBody: '<html>Sign in</html>' } },
  {
    kind: 'provider',
    wire: 'HTTP 200 and server-sent events',
    reply: { rawBody: 'data: {"choices":[]}\n\n', headers: { 'content-type': 'text/event-stream' } },
  },
  { kind: 'provider', wire: '`finish_reason: "network_error"` and no text', reply: { text: '', finishReason: 'network_error' } },
  {
    kind: 'empty_reply',
    wire: 'a call of a tool that was not offered',
    reply: { choices: [{ message: { tool_calls: [{ function: { name: 'web_search' } }] }, finish_reason: 'tool_calls' }] },
  },
  {
    kind: 'empty_reply',
    wire: 'no content, only reasoning',
    reply: {
      text: null,
      usage: { prompt_tokens: 900, completion_tokens: 400, completion_tokens_details: { reasoning_tokens: 400 } },
    },
  },
  { kind: 'invalid_reply', wire: 'prose instead of JSON, twice', reply: { text: prose } },
  { kind: 'truncated', wire: '`finish_reason: "length"`', reply: { text: '{"claims":["Oslo', finishReason: 'length' } },
  { kind: 'refused', wire: 'a `refusal`', reply: { text: null, refusal: 'I cannot help with that.' } },
  { kind: 'content_filter', wire: '`finish_reason: "content_filter"`', reply: { text: '', finishReason: 'content_filter' } },
  { kind: 'content_filter', wire: '`finish_reason: "sensitive"`', reply: { text: '', finishReason: 'sensitive' } },
  {
    kind: 'content_filter',
    wire: 'HTTP 400, `content_filter`',
    reply: { error: { message: 'The prompt was filtered.', code: 'content_filter' } },
  },
]

export const anthropicCases: readonly ErrorCase<AnthropicReply, AnthropicModelOptions>[] = [
  { kind: 'auth', wire: 'not called: there is no key', withoutKey: true },
  {
    kind: 'auth',
    wire: 'HTTP 401, `authentication_error`',
    reply: { error: { type: 'authentication_error', message: 'invalid x-api-key' } },
  },
  {
    kind: 'quota',
    wire: 'HTTP 400 for a credit used up',
    reply: { error: { message: 'Your credit balance is too low to access the Anthropic API.' } },
  },
  {
    kind: 'rate_limit',
    wire: 'HTTP 429, `rate_limit_error`',
    reply: { error: { type: 'rate_limit_error', message: 'Number of requests has exceeded your rate limit.' } },
  },
  { kind: 'overloaded', wire: 'HTTP 529, `overloaded_error`', reply: { error: { type: 'overloaded_error', message: 'Overloaded' } } },
  { kind: 'timeout', wire: 'HTTP 504, `timeout_error`', reply: { error: { type: 'timeout_error', message: 'Request timed out' } } },
  { kind: 'timeout', wire: THROWN, thrown: timeout },
  { kind: 'connection', wire: CLOSED, reply: { fault: 'reset' } },
  {
    kind: 'context_overflow',
    wire: 'HTTP 400 for a prompt too long',
    reply: { error: { message: 'prompt is too long: 208310 tokens > 200000 maximum' } },
  },
  {
    kind: 'request_too_large',
    wire: 'HTTP 413, `request_too_large`',
    reply: { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  },
  {
    kind: 'model_not_found',
    wire: 'HTTP 404, `not_found_error`',
    reply: { error: { type: 'not_found_error', message: 'model: claude-nowhere' } },
  },
  {
    kind: 'unsupported_parameter',
    wire: 'HTTP 400 for a temperature that you set',
    options: { temperature: 0 },
    reply: { error: { message: '`temperature` is deprecated for this model.' } },
  },
  { kind: 'bad_request', wire: 'HTTP 400, anything else', reply: { error: { message: 'metadata.user_id: too long' } } },
  { kind: 'provider', wire: 'HTTP 500, `api_error`', reply: { error: { type: 'api_error', message: 'Internal server error' } } },
  { kind: 'provider', wire: 'HTTP 200 and a web page', reply: { rawBody: '<html>Sign in</html>' } },
  { kind: 'empty_reply', wire: 'only a thinking block', reply: { thinking: 'Let me see.' } },
  { kind: 'invalid_reply', wire: 'prose instead of JSON, twice', reply: { text: prose } },
  { kind: 'truncated', wire: '`stop_reason: "max_tokens"`', reply: { text: '{"claims":["Oslo', stopReason: 'max_tokens' } },
  { kind: 'refused', wire: '`stop_reason: "refusal"`', reply: { text: '', stopReason: 'refusal' } },
]

export const ollamaCases: readonly ErrorCase<OllamaReply, OllamaModelOptions>[] = [
  { kind: 'auth', wire: 'HTTP 401', reply: { status: 401, error: 'unauthorized' } },
  { kind: 'quota', wire: 'HTTP 402, or a limit used up', reply: { status: 402, error: 'you have reached your weekly usage limit' } },
  {
    kind: 'overloaded',
    wire: 'HTTP 503',
    reply: { status: 503, error: 'server busy, please try again. maximum pending requests exceeded' },
  },
  { kind: 'timeout', wire: THROWN, thrown: timeout },
  { kind: 'connection', wire: CLOSED, reply: { fault: 'reset' } },
  { kind: 'connection', wire: 'a stream that ends without its last line', reply: { text: '{"claims":[', done: false } },
  {
    kind: 'context_overflow',
    wire: 'not called: more than the window of the model holds',
    show: { contextLength: 64 },
    reply: { text: '' },
  },
  { kind: 'context_overflow', wire: 'fewer tokens read than the prompt has: it was cut', reply: { text: '{}', promptEvalCount: 12 } },
  { kind: 'request_too_large', wire: 'HTTP 413', reply: { status: 413, error: 'request body too large' } },
  { kind: 'model_not_found', wire: 'HTTP 404', reply: { status: 404, error: "model 'qwen3:8b' not found" } },
  {
    kind: 'unsupported_parameter',
    wire: 'HTTP 400 for a `think` that you set',
    options: { think: true },
    reply: { status: 400, error: '"qwen3:8b" does not support thinking' },
  },
  { kind: 'bad_request', wire: 'HTTP 400, anything else', reply: { status: 400, error: 'invalid options' } },
  {
    kind: 'provider',
    wire: 'HTTP 500',
    reply: { status: 500, error: 'model requires more system memory (9.1 GiB) than is available (4.0 GiB)' },
  },
  { kind: 'empty_reply', wire: 'only thinking', reply: { text: '', thinking: 'Let me see.' } },
  { kind: 'invalid_reply', wire: 'prose instead of JSON, twice', reply: { text: prose } },
  { kind: 'truncated', wire: '`done_reason: "length"`', reply: { text: '{"claims":["Oslo', doneReason: 'length' } },
]

import { createDirectRuntime, type LLMCall, type LLMReply } from '@assay/core'
import { type AnthropicScript, startFakeAnthropic } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'
import type { AnthropicModelOptions } from './model-options.ts'

const call: LLMCall = {
  messages: [{ role: 'user', parts: [{ text: 'hi' }] }],
  output: { name: 'verdicts', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  temperature: 0,
  droppable: ['temperature'],
}
const read = (reply: LLMReply): LLMReply => reply

async function start(script: AnthropicScript, options: AnthropicModelOptions = {}, model = 'claude-sonnet-4-6') {
  const server = await startFakeAnthropic(script)
  onTestFinished(() => server.close())
  const slept: number[] = []
  const runtime = createDirectRuntime({
    random: () => 0,
    clock: {
      now: () => 0,
      monotonic: () => 0,
      sleep: (ms) => {
        slept.push(ms)
        return Promise.resolve()
      },
    },
  })
  const adapter = createAnthropic({ baseURL: server.url, apiKey: null, authToken: null })(model, options)
  const bodies = () => server.requests.map(({ body }) => body as Record<string, unknown>)
  return { slept, bodies, generate: (asked: LLMCall = call) => runtime.generate(adapter, asked, { read }) }
}

const overloaded = { error: { type: 'overloaded_error', message: 'Overloaded' } }
const refusesTemperature = { error: { message: '`temperature` is deprecated for this model.' } }
const refusesSchema = { error: { message: 'output_config.format: Extra inputs are not permitted' } }
const refusesForcing = { error: { message: 'tool_choice: type "tool" and "any" are not supported for this model.' } }

describe('the direct runtime with a model of Anthropic', () => {
  test('sends again after 529, once, after the delay of the server', async () => {
    const { generate, slept, bodies } = await start([{ ...overloaded, headers: { 'retry-after': '3' } }, 'hello'])
    expect(await generate()).toMatchObject({ value: { text: 'hello' }, attempts: 2 })
    expect(slept).toEqual([3000])
    expect(bodies()).toHaveLength(2)
  })

  test('sends again after an overload with status 200, and after a connection broke during a body', async () => {
    const { generate } = await start([{ ...overloaded, status: 200 }, { text: 'a text to be cut in half', fault: 'cut' }, 'hello'])
    expect(await generate()).toMatchObject({ value: { text: 'hello' }, attempts: 3 })
  })

  test.each([
    [{ error: { message: 'Your credit balance is too low' } }, 'quota'],
    [{ error: { type: 'request_too_large', message: 'Too large' } }, 'request_too_large'],
  ])('does not ask again after %j', async (reply, kind) => {
    const { generate, bodies } = await start([reply])
    await expect(generate()).rejects.toMatchObject({ kind })
    expect(bodies()).toHaveLength(1)
  })

  test('falls back to JSON by prompt if output_config is refused, warns, and remembers it', async () => {
    const { generate, bodies } = await start([refusesSchema, '{}', '{}'])
    const warnings = [expect.stringContaining('anthropic:claude-sonnet-4-6 refused the output mode "native"; "prompt" was used.')]
    expect((await generate()).reply).toMatchObject({ text: '{}', warnings })
    expect((await generate()).reply).toMatchObject({ text: '{}', warnings })
    expect(bodies().map((body) => ['output_config' in body, 'tools' in body])).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  test('falls back if a forced tool call is refused', async () => {
    const { generate, bodies } = await start([refusesForcing, '{}'], { capabilities: { structuredOutput: 'tool' } })
    await generate()
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false])
  })

  test('drops a temperature that it may drop, and warns', async () => {
    const { generate, bodies } = await start([refusesTemperature, '{}'])
    expect((await generate()).reply.warnings).toEqual([
      expect.stringContaining('anthropic:claude-sonnet-4-6 refused temperature; it was left out.'),
    ])
    expect(bodies().map((body) => body['temperature'])).toEqual([0, undefined])
  })

  test('drops a seed that it may drop, without a request', async () => {
    const { generate, bodies } = await start(['{}'])
    const { reply } = await generate({ ...call, seed: 3, droppable: ['seed'] })
    expect(reply.warnings).toEqual([expect.stringContaining('anthropic:claude-sonnet-4-6 refused seed; it was left out.')])
    expect(bodies()).toHaveLength(1)
  })

  test('never drops a temperature that the user set in the call or for the adapter', async () => {
    const inCall = await start([refusesTemperature])
    const { droppable: _none, ...asked } = call
    await expect(inCall.generate(asked)).rejects.toMatchObject({ kind: 'unsupported_parameter', parameter: 'temperature' })
    expect(inCall.bodies()).toHaveLength(1)
    const forAdapter = await start(() => refusesTemperature, { temperature: 0.5 })
    await expect(forAdapter.generate()).rejects.toMatchObject({
      kind: 'unsupported_parameter',
      message: expect.stringContaining('Take temperature out of the options'),
    })
    expect(forAdapter.bodies().map((body) => body['temperature'])).toEqual([0.5])
  })
})

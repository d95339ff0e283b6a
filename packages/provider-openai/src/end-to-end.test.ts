import { createDirectRuntime, type LLMCall, type LLMReply } from '@assay/core'
import { type OpenAIScript, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI } from './openai.ts'

const call: LLMCall = {
  messages: [{ role: 'user', parts: [{ text: 'hi' }] }],
  output: { name: 'verdicts', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  temperature: 0,
  droppable: ['temperature'],
}
const read = (reply: LLMReply): LLMReply => reply

async function start(script: OpenAIScript, options: OpenAIModelOptions = {}) {
  const server = await startFakeOpenAI(script)
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
  const adapter = createOpenAI({ baseURL: server.url })('m', options)
  const bodies = () => server.requests.map(({ body }) => body as Record<string, unknown>)
  return { slept, bodies, generate: (asked: LLMCall = call) => runtime.generate(adapter, asked, { read }) }
}

const refusesTemperature = { error: { message: 'temperature is not supported', param: 'temperature', code: 'unsupported_value' } }
const refusesSchema = { error: { message: 'response_format json_schema is not supported', param: 'response_format' } }

describe('the direct runtime with a model of OpenAI', () => {
  test('sends again after 429, once, after the delay of the server', async () => {
    const { generate, slept, bodies } = await start([
      { status: 429, headers: { 'retry-after': '3' }, error: { message: 'Slow down', code: 'rate_limit_exceeded' } },
      'hello',
    ])
    expect(await generate()).toMatchObject({ value: { text: 'hello' }, attempts: 2 })
    expect(slept).toEqual([3000])
    expect(bodies()).toHaveLength(2)
  })

  test('does not send again if the quota is used up', async () => {
    const { generate, bodies } = await start([{ status: 429, error: { message: 'No more', code: 'insufficient_quota' } }])
    await expect(generate()).rejects.toMatchObject({ kind: 'quota' })
    expect(bodies()).toHaveLength(1)
  })

  test('sends again after a connection broke during a body', async () => {
    const { generate } = await start([{ text: 'a text to be cut in half', fault: 'cut' }, 'hello'])
    expect(await generate()).toMatchObject({ value: { text: 'hello' }, attempts: 2 })
  })

  test('falls back to JSON by prompt if json_schema is refused, warns, and remembers it', async () => {
    const { generate, bodies } = await start([refusesSchema, '{}', '{}'])
    const warnings = [expect.stringMatching(/^openai:m refused the output mode "native"; "prompt" was used\./)]
    expect((await generate()).reply.warnings).toEqual(warnings)
    expect((await generate()).reply.warnings).toEqual(warnings)
    expect(bodies().map((body) => 'response_format' in body)).toEqual([true, false, false])
  })

  test('drops a temperature that it may drop, and warns', async () => {
    const { generate, bodies } = await start([refusesTemperature, '{}'])
    expect((await generate()).reply.warnings).toEqual([expect.stringMatching(/^openai:m refused temperature; it was left out\./)])
    expect(bodies().map((body) => body['temperature'])).toEqual([0, undefined])
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

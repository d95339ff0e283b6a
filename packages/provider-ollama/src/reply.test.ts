import type { LLMCall } from '@assay/core'
import { type OllamaScript, startFakeOllama } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOllama } from './ollama.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }

async function start(script: OllamaScript) {
  const server = await startFakeOllama(script)
  onTestFinished(() => server.close())
  return { server, adapter: createOllama({ host: server.url })('qwen3:8b') }
}

describe('a stream as a reply', () => {
  test('is collected, with its counts and the model of the response', async () => {
    const { adapter } = await start({
      pieces: ['{"a":', '"é', '🦊"}'],
      promptEvalCount: 21,
      promptEvalCachedCount: 8,
      evalCount: 9,
      model: 'qwen3:8b-q4',
    })
    expect(await adapter.doGenerate(call)).toEqual({
      text: '{"a":"é🦊"}',
      finishReason: 'stop',
      usage: { calls: 1, inputTokens: 21, cachedInputTokens: 8, cacheWriteTokens: null, outputTokens: 9, reasoningTokens: null },
      modelId: 'qwen3:8b-q4',
    })
  })

  test('has no thinking in its text', async () => {
    const { adapter } = await start({ thinking: 'let me see', text: 'yes' })
    expect(await adapter.doGenerate(call)).toMatchObject({ text: 'yes' })
  })

  test('counts that are not sent are null, not 0', async () => {
    const { adapter } = await start({ text: 'x', promptEvalCount: null, evalCount: null })
    expect((await adapter.doGenerate(call)).usage).toMatchObject({ calls: 1, inputTokens: null, outputTokens: null })
  })

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['load', 'other'],
    ['unload', 'other'],
    ['something new', 'other'],
    [null, 'stop'],
  ])('done_reason %s is %s', async (doneReason, finishReason) => {
    const { adapter } = await start({ text: 'x', doneReason })
    expect(await adapter.doGenerate(call)).toMatchObject({ text: 'x', finishReason })
  })

  test('is an error if fewer tokens were read than the prompt has words: the server truncated it', async () => {
    const text = 'So it is as we do it, or he is to go up. '.repeat(408)
    const asked = { messages: [{ role: 'user' as const, parts: [{ text }] }] }
    const { adapter } = await start({ text: '{"verdicts":[]}', promptEvalCount: 2050 })
    await expect(adapter.doGenerate(asked)).rejects.toMatchObject({
      kind: 'context_overflow',
      message: expect.stringMatching(/read 2050 tokens of a prompt of about \d+ \(num_ctx \d+\): the server cut it/),
    })
    const whole = await start({ text: 'yes', promptEvalCount: 5400 })
    expect(await whole.adapter.doGenerate(asked)).toMatchObject({ text: 'yes' })
  })

  test('may be split anywhere: inside a line, inside a character, after several lines', async () => {
    const lines =
      '{"message":{"content":"é🦊"},"done":false}\n\r\n{"message":{"content":"!"},"done":true,"done_reason":"stop"}\nnever read\n'
    const bytes = Buffer.from(lines)
    for (const width of [1, 2, 3, 7, 50, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / width) }, (_, at) => bytes.subarray(at * width, (at + 1) * width))
      const { adapter } = await start({ chunks })
      expect((await adapter.doGenerate(call)).text).toBe('é🦊!')
    }
  })

  test('may be one body without a line end', async () => {
    const { adapter } = await start({ body: { message: { role: 'assistant', content: 'whole' }, done: true } })
    expect(await adapter.doGenerate(call)).toMatchObject({ text: 'whole', finishReason: 'stop' })
  })

  test('releases its connection for the next call, whatever follows the last line', async () => {
    const last = '{"message":{"content":"x"},"done":true}\n'
    const { adapter, server } = await start({ chunks: [last, '\n', ...Array.from({ length: 50 }, () => `${'y'.repeat(3000)}\n`)] })
    for (let at = 0; at < 5; at += 1) expect((await adapter.doGenerate(call)).text).toBe('x')
    expect(server.openConnections()).toBeLessThanOrEqual(2)
  })
})

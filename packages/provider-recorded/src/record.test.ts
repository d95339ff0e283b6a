import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AssayError, callKey, type LLMAdapter, type LLMCall, unknownUsage } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFile } from './__fixtures__/temporary-file.ts'
import { record } from './record.ts'
import { replay } from './replay.ts'

function callOf(text: string, more: Partial<LLMCall> = {}): LLMCall {
  return { messages: [{ role: 'user', parts: [{ text }] }], ...more }
}

function linesOf(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('a recorded reply', () => {
  test('is handed on as it is, and stands as one line under the key that core gives the call', async () => {
    const file = temporaryFile()
    const adapter = scriptedAdapter({ text: 'hello', usage: { ...unknownUsage(), outputTokens: 3 }, requestId: 'r1' })
    const judge = record(adapter, file)
    const call = callOf('hi', { temperature: 0, droppable: ['temperature'] })
    const marked: LLMCall = { ...call, messages: [{ role: 'user', parts: [{ text: 'hi', cache: true }] }] }
    expect(await judge.doGenerate(marked)).toEqual(await adapter.doGenerate(call))
    const reply = {
      text: 'hello',
      finishReason: 'stop',
      usage: { ...unknownUsage(), outputTokens: 3 },
      modelId: 'scripted',
      requestId: 'r1',
    }
    const { provider, modelId, fingerprint, capabilities } = adapter
    expect(linesOf(file)).toEqual([
      {
        v: 1,
        key: callKey(adapter, call, 0),
        draw: 0,
        adapter: { provider, modelId, fingerprint, capabilities },
        call: callOf('hi', { temperature: 0 }),
        reply,
      },
    ])
    expect(adapter.calls[0]).toBe(marked)
  })

  test('of the same call is numbered in order, also through two adapters that record into one file', async () => {
    const file = temporaryFile()
    const adapter = scriptedAdapter((_call, index) => `reply ${index}`)
    const [one, two] = [record(adapter, file), record(adapter, file)]
    for (const judge of [one, two, one]) await judge.doGenerate(callOf('hi'))
    await two.doGenerate(callOf('other'))
    expect(linesOf(file).map(({ draw, reply }) => [draw, (reply as { text: string }).text])).toEqual([
      [0, 'reply 0'],
      [1, 'reply 1'],
      [2, 'reply 2'],
      [0, 'reply 3'],
    ])
  })

  test('comes from an adapter with the same name, fingerprint and capabilities, also where these change', async () => {
    const adapter = scriptedAdapter('hello', { provider: 'p', modelId: 'm' })
    let contextWindow = 1
    const learning: LLMAdapter = {
      ...adapter,
      get capabilities() {
        return { ...adapter.capabilities, contextWindow }
      },
    }
    const judge = record(learning, temporaryFile())
    expect([judge.provider, judge.modelId, judge.fingerprint]).toEqual(['p', 'm', adapter.fingerprint])
    contextWindow = 2
    expect(judge.capabilities.contextWindow).toBe(2)
  })
})

describe('a failure', () => {
  const failing = (error: AssayError): LLMAdapter => scriptedAdapter(() => error)

  test.each(['context_overflow', 'content_filter', 'bad_request', 'unsupported_parameter'] as const)(
    'that belongs to the call (%s) is recorded',
    async (kind) => {
      const file = temporaryFile()
      const error = new AssayError({ kind, message: 'No.', status: 400, reply: 'head', parameter: 'temperature' })
      await expect(record(failing(error), file).doGenerate(callOf('hi', { temperature: 0 }))).rejects.toBe(error)
      await expect(replay(file).doGenerate(callOf('hi', { temperature: 0 }))).rejects.toMatchObject(error.toJSON())
    },
  )

  test.each(['auth', 'quota', 'rate_limit', 'connection', 'model_not_found', 'aborted'] as const)(
    'of the day (%s) is not',
    async (kind) => {
      const file = temporaryFile()
      const error = new AssayError({ kind, message: 'No.' })
      await expect(record(failing(error), file).doGenerate(callOf('hi'))).rejects.toBe(error)
      expect(linesOf(file)).toEqual([])
    },
  )
})

describe('the file', () => {
  test('is made with its folder, and holds no key', async () => {
    const file = join(temporaryFile(), 'deep', 'judge.jsonl')
    const secret = 'sk-very-private-0123456789'
    const echo = new AssayError({ kind: 'bad_request', message: `Wrong key ${secret}`, reply: secret, secrets: [secret] })
    const judge = record(scriptedAdapter([echo, 'hello']), file)
    await expect(judge.doGenerate(callOf('hi'))).rejects.toBe(echo)
    await judge.doGenerate(callOf('hi'))
    expect(linesOf(file)).toHaveLength(2)
    expect(readFileSync(file, 'utf8')).not.toContain(secret)
  })

  test('is added to, behind a line that was never finished', async () => {
    const file = temporaryFile()
    await record(scriptedAdapter('one'), file).doGenerate(callOf('1'))
    appendFileSync(file, '{"v":1,"key":"cut')
    await record(scriptedAdapter('two'), file).doGenerate(callOf('2'))
    const judge = replay(file, { onWarning: () => {} })
    expect([(await judge.doGenerate(callOf('1'))).text, (await judge.doGenerate(callOf('2'))).text]).toEqual(['one', 'two'])
  })

  test('that is no recording is left alone, before anything is asked', async () => {
    const file = temporaryFile()
    writeFileSync(file, '{"reference":"Oslo"}\n')
    const adapter = scriptedAdapter('hello')
    await expect(record(adapter, file).doGenerate(callOf('hi'))).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining(file),
    })
    await expect(record(adapter, dirname(file)).doGenerate(callOf('hi'))).rejects.toMatchObject({ kind: 'config' })
    expect([adapter.calls.length, readFileSync(file, 'utf8')]).toEqual([0, '{"reference":"Oslo"}\n'])
  })

  test('that cannot be written any more costs no reply', async () => {
    const file = join(temporaryFile('folder'), 'judge.jsonl')
    mkdirSync(dirname(file))
    const judge = record(scriptedAdapter('hello'), file)
    await judge.doGenerate(callOf('hi'))
    rmSync(dirname(file), { recursive: true })
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const warning = expect.stringMatching(/^Recording to .+judge\.jsonl failed: ENOENT.+; replies are not recorded from here on\.$/)
    expect(await judge.doGenerate(callOf('hi'))).toMatchObject({ text: 'hello', warnings: [warning] })
    mkdirSync(dirname(file))
    const { warnings } = await judge.doGenerate(callOf('hi'))
    expect([warnings, existsSync(file), emitted.mock.calls]).toEqual([undefined, false, [[warning, 'AssayWarning']]])
    emitted.mockRestore()
  })

  test.skipIf(process.platform === 'win32')('that has room for a part of a line only gets nothing of it', async () => {
    const file = temporaryFile()
    const script = `
      import { record } from '@assay/provider-recorded'
      import { scriptedAdapter } from '@assay/testkit'
      const judge = record(scriptedAdapter(['short', 'x'.repeat(100_000), 'short']), process.argv[1])
      for (const text of ['1', '2', '3']) await judge.doGenerate({ messages: [{ role: 'user', parts: [{ text }] }] })
    `
    const node = [process.execPath, '--no-warnings', '--conditions=@assay/source', '--input-type=module', '--eval', script, file]
    const { status } = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node], { cwd: import.meta.dirname, stdio: 'inherit' })
    expect([status, readFileSync(file, 'utf8').endsWith('}\n'), linesOf(file).length]).toEqual([0, true, 1])
  })

  test('takes whole lines from many calls at once, also from several processes', async () => {
    const file = temporaryFile()
    const script = `
      import { record } from '@assay/provider-recorded'
      import { scriptedAdapter } from '@assay/testkit'
      const [, file, name] = process.argv
      const judge = record(scriptedAdapter('x'.repeat(200_000)), file)
      await Promise.all(Array.from({ length: 20 }, (_, index) =>
        judge.doGenerate({ messages: [{ role: 'user', parts: [{ text: name + index }] }] })))
    `
    const run = (name: string) =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, ['--conditions=@assay/source', '--input-type=module', '--eval', script, file, name], {
          cwd: import.meta.dirname,
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        child.on('close', resolve)
      })
    expect(await Promise.all([run('a'), run('b'), run('c')])).toEqual([0, 0, 0])
    expect(linesOf(file)).toHaveLength(60)
    const judge = replay(file)
    for (const name of ['a0', 'b19', 'c7']) expect((await judge.doGenerate(callOf(name))).text).toHaveLength(200_000)
  })
})

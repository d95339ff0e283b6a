import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AssayError, callKey, createDirectRuntime, type JsonSchema, type LLMAdapter, type LLMCall } from '@assay/core'
import { scriptedAdapter, testLLMAdapter } from '@assay/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFile } from './__fixtures__/temporary-file.ts'
import { record } from './record.ts'
import { replay } from './replay.ts'

const schema: JsonSchema = { type: 'object', properties: {}, required: [], additionalProperties: false }

function callOf(text: string, more: Partial<LLMCall> = {}): LLMCall {
  return {
    messages: [
      { role: 'system', parts: [{ text: 'You judge.' }] },
      { role: 'user', parts: [{ text }] },
    ],
    ...more,
  }
}

/** Records calls, each answered by its last text. */
async function recorded(
  calls: readonly LLMCall[],
  o: { file?: string; provider?: string; modelId?: string; adapter?: LLMAdapter } = {},
): Promise<string> {
  const { file = temporaryFile(), provider = 'p', modelId = 'm' } = o
  const judge = record(o.adapter ?? scriptedAdapter((call) => `re: ${call.messages.at(-1)?.parts[0]?.text}`, { provider, modelId }), file)
  for (const call of calls) await judge.doGenerate(call)
  return file
}

async function failure(work: PromiseLike<unknown>): Promise<AssayError> {
  const error: unknown = await Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  return error
}

describe('a replayed adapter', () => {
  test('is the recorded one: provider, model, capabilities, fingerprint, and so the key of every call', async () => {
    const adapter = scriptedAdapter('hello', { provider: 'openai', modelId: 'gpt-5-mini', capabilities: { seed: false } })
    const judge = replay(pathToFileURL(await recorded([callOf('hi')], { adapter })))
    const { provider, modelId, capabilities, fingerprint } = adapter
    expect(judge).toMatchObject({ specificationVersion: 'v1', provider, modelId, capabilities, fingerprint })
    expect(callKey(judge, callOf('hi'))).toBe(callKey(adapter, callOf('hi')))
  })

  test('answers what was recorded, whatever marks the call has', async () => {
    const judge = replay(await recorded([callOf('hi', { temperature: 0 }), callOf('hi')]))
    const marked: LLMCall = { ...callOf('hi', { temperature: 0, droppable: ['temperature'] }) }
    expect(await judge.doGenerate(marked)).toMatchObject({ text: 're: hi', finishReason: 'stop' })
  })

  test('gives the replies of a repeated call in their order, and not one more', async () => {
    const adapter = scriptedAdapter((_call, index) => `reply ${index}`)
    const judge = replay(await recorded([callOf('hi'), callOf('hi'), callOf('you')], { adapter }))
    const texts = []
    for (const text of ['hi', 'you', 'hi']) texts.push((await judge.doGenerate(callOf(text))).text)
    expect(texts).toEqual(['reply 0', 'reply 2', 'reply 1'])
    const error = await failure(judge.doGenerate(callOf('hi')))
    expect(error.message).toContain('The same call was recorded 2 times and is requested once more')
  })

  test('gives the later of two recordings of one call', async () => {
    const file = await recorded([callOf('hi')])
    const line = readFileSync(file, 'utf8')
    appendFileSync(file, line.replace('re: hi', 'newer'))
    expect((await replay(file).doGenerate(callOf('hi'))).text).toBe('newer')
  })

  test('stops at an aborted signal', async () => {
    const judge = replay(await recorded([callOf('hi')]))
    expect(await failure(judge.doGenerate(callOf('hi'), { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' })
  })

  test('refuses what its model refused, also in calls that were recorded without it from then on', async () => {
    const refusal = new AssayError({ kind: 'unsupported_parameter', message: 'No temperature.', parameter: 'temperature' })
    const adapter = scriptedAdapter(({ temperature }) => (temperature === undefined ? 'hello' : refusal))
    const file = temporaryFile()
    const ask = async (judge: LLMAdapter, texts: readonly string[]) => {
      const runtime = createDirectRuntime()
      const warnings = []
      for (const text of texts) {
        const call = callOf(text, { temperature: 0, droppable: ['temperature'] })
        warnings.push((await runtime.generate(judge, call, { read: ({ text: said }) => said })).reply.warnings)
      }
      return warnings
    }
    const live = await ask(record(adapter, file), ['one', 'two'])
    expect(await ask(replay(file), ['two', 'one'])).toEqual(live)
    expect(live[1]).toEqual([expect.stringContaining('refused temperature')])
  })

  test('can do at first what its model could do before the first reply, then what it could do at the end', async () => {
    const adapter = scriptedAdapter('hello')
    let contextWindow: number | undefined
    const learning: LLMAdapter = {
      ...adapter,
      get capabilities() {
        return contextWindow === undefined ? adapter.capabilities : { ...adapter.capabilities, contextWindow }
      },
      async doGenerate(call) {
        const reply = await adapter.doGenerate(call)
        contextWindow = 8192
        return reply
      },
    }
    const judge = replay(await recorded([callOf('1'), callOf('2')], { adapter: learning }))
    expect(judge.capabilities.contextWindow).toBeUndefined()
    await judge.doGenerate(callOf('1'))
    expect(judge.capabilities.contextWindow).toBe(8192)
  })
})

describe('a replayed adapter is an LLMAdapter', () => {
  let file = ''
  beforeAll(async () => {
    file = await recorded([{ messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }], {
      file: join(mkdtempSync(join(tmpdir(), 'assay-')), 'r.jsonl'),
    })
  })
  afterAll(() => rmSync(dirname(file), { recursive: true }))
  for (const { name, run } of testLLMAdapter({ create: () => replay(file) })) test(name, run)
})

describe('a call that was not recorded fails, and says what differs from the nearest recording:', () => {
  const long = `Contexts <c-0123456789abcdef>: ${'Oslo is in Norway. '.repeat(40)}`
  const base = callOf(long, { temperature: 0, maxOutputTokens: 100, output: { name: 'claims', schema } })
  const { temperature: _none, ...without } = base

  test.each<[string, LLMCall, string]>([
    ['temperature', { ...base, temperature: 0.2 }, 'differs in temperature (recorded 0, now 0.2).'],
    ['no temperature', without, 'differs in temperature (recorded 0, now not set).'],
    ['seed', { ...base, seed: 7 }, 'differs in seed (recorded not set, now 7).'],
    ['limit', { ...base, maxOutputTokens: 400 }, 'differs in maxOutputTokens (recorded 100, now 400).'],
    ['schema', { ...base, output: { name: 'claims', schema: { type: 'array' } } }, 'differs in the schema of claims.'],
    ['output', { ...base, output: { name: 'verdicts', schema } }, 'differs in output (recorded claims, now verdicts).'],
    ['mode', { ...base, output: { name: 'claims', schema, mode: 'prompt' } }, 'differs in output mode (recorded not set, now prompt).'],
    [
      'role',
      { ...base, messages: [...base.messages.slice(0, 1), { role: 'assistant', parts: [{ text: long }] }] },
      'differs in message 2 (assistant), which was recorded as user.',
    ],
    [
      'more messages',
      { ...base, messages: [...base.messages, { role: 'user', parts: [{ text: 'x' }] }] },
      'differs in the number of messages (recorded 2, now 3).',
    ],
    [
      'text, behind a mark made from the text',
      {
        ...base,
        messages: [
          ...base.messages.slice(0, 1),
          { role: 'user', parts: [{ text: long.replace('0123456789abcdef', 'fedcba9876543210').replace('Norway. ', 'Sweden. ') }] },
        ],
      },
      `differs in the text of message 2 (user) at character ${long.indexOf('Norway') + 1}: recorded "…`,
    ],
  ])('%s', async (_what, call, said) => {
    const file = await recorded([callOf('Something else.', { temperature: 0.2, seed: 7 }), base])
    const error = await failure(replay(file).doGenerate(call))
    expect(error).toMatchObject({ kind: 'data', isRetryable: false, provider: 'p', modelId: 'm' })
    expect(error.message).toContain(`p:m is replayed from ${file}, which has no reply to this call. The nearest recording (line 2) ${said}`)
  })

  test('the place is shown in both texts, on one line', async () => {
    const error = await failure(replay(await recorded([callOf('Is Oslo "big"?')])).doGenerate(callOf('Is Oslo\n "big"?')))
    expect(error.message).toContain('at character 8: recorded "Is Oslo \\"big\\"?", now "Is Oslo\\n \\"big\\"?".')
  })

  test('the same call of another model', async () => {
    const file = await recorded([callOf('hi')], { modelId: 'small' })
    await recorded([callOf('you')], { file, modelId: 'large' })
    const error = await failure(replay(file, { modelId: 'large' }).doGenerate(callOf('hi')))
    expect(error.message).toContain('The same call was recorded for another adapter: p:small (model was "small", and is "large").')
  })

  test('nothing but the key', async () => {
    const file = await recorded([callOf('hi')])
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"key":"[0-9a-f]+"/, '"key":"0"'))
    expect((await failure(replay(file).doGenerate(callOf('hi')))).message).toContain('differs in its key only: it was edited')
  })
})

describe('a file of several adapters', () => {
  test('is told apart by provider and model', async () => {
    const file = await recorded([callOf('hi')], { modelId: 'small' })
    await recorded([callOf('hi')], { file, provider: 'q', modelId: 'large' })
    expect(replay(file, { provider: 'p' }).modelId).toBe('small')
    expect(replay(file, { modelId: 'large' }).provider).toBe('q')
    expect(() => replay(file)).toThrow(
      /replies of p:small and q:large\. Choose one: .*provider: 'p', modelId: 'small'.*recorded:FILE#p:small/,
    )
    expect(() => replay(file, { modelId: 'huge' })).toThrow(/holds no reply of \*:huge\. It holds replies of p:small and q:large/)
  })

  test('of one name is told apart by what differs in their fingerprints', async () => {
    const file = temporaryFile()
    for (const temperature of [0, 1]) {
      const adapter = { ...scriptedAdapter(`at ${temperature}`), fingerprint: { model: 'm', temperature } }
      await recorded([callOf('hi')], { file, adapter })
    }
    expect((await replay(file, { fingerprint: { temperature: 1 } }).doGenerate(callOf('hi'))).text).toBe('at 1')
    expect(() => replay(file)).toThrow(/2 adapters named scripted:scripted, which differ in temperature \(0, 1\)/)
  })
})

describe('a file', () => {
  test('whose last line was never finished is replayed without it, and that is reported', async () => {
    const file = await recorded([callOf('one'), callOf('two')])
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -40))
    const warnings: string[] = []
    const judge = replay(file, { onWarning: (message) => warnings.push(message) })
    expect(warnings).toEqual([`${file}: line 2 is incomplete and was skipped.`])
    expect((await judge.doGenerate(callOf('one'))).text).toBe('re: one')
    expect((await failure(judge.doGenerate(callOf('two')))).message).toContain('Line 2 is incomplete and was skipped.')
  })

  test('reports by a warning of the process where nobody else listens', async () => {
    const file = await recorded([callOf('one')])
    appendFileSync(file, '{"v":1')
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => emitted.mockRestore())
    replay(file)
    expect(emitted).toHaveBeenCalledWith(expect.stringContaining('line 2 is incomplete'), 'AssayWarning')
  })

  test.each([
    ['{"reference":"Oslo"}'],
    ['[]'],
    ['{"v":2,"key":"k","draw":0}'],
    [
      '{"v":1,"key":"k","draw":0,"adapter":{"provider":"p","modelId":"m","capabilities":{},"fingerprint":{}},"call":{"messages":[]},"reply":{"text":"x"}}',
    ],
    [
      '{"v":1,"key":"k","draw":0,"adapter":{"provider":"p","modelId":"m","capabilities":{},"fingerprint":{}},"call":{"messages":[{"role":"user"}]},"error":{"kind":"data","message":"x","isRetryable":false}}',
    ],
  ])('with the line %s is refused by file and line', async (line) => {
    const file = await recorded([callOf('one')])
    appendFileSync(file, `\n${line}\n`)
    expect(() => replay(file)).toThrow(`${file}:3 is no recorded reply`)
  })

  test('that is not there, or empty, is a matter of configuration', () => {
    const file = temporaryFile()
    expect(() => replay(file)).toThrow(/cannot be read: .*ENOENT.*Record it first\./)
    writeFileSync(file, '\n')
    expect(() => replay(file)).toThrow(/holds no recorded reply\. Record it first\./)
  })
})

import { startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCatalog } from './catalog.ts'
import { isAdapter } from './shapes.ts'

const catalog = createCatalog()
const call = { messages: [{ role: 'user' as const, parts: [{ text: 'hello' }] }] }

async function adapterOf(config: Parameters<typeof catalog.judgeFrom>[0]) {
  const judge = await catalog.judgeFrom(config)
  if (!isAdapter(judge)) throw new Error('no adapter')
  return judge
}

describe('a judge with options', () => {
  it('options reach the model, and what names the server and the key reaches the connection', async () => {
    await using server = await startFakeOpenAI(['hi'])
    const judge = await adapterOf({
      id: 'openai:local',
      baseURL: server.url,
      apiKey: 'sk-of-the-config-1234567',
      headers: { 'x-team': 'search' },
      temperature: 0,
      seed: 7,
    })
    await judge.doGenerate(call)
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer sk-of-the-config-1234567', 'x-team': 'search' },
      body: { model: 'local', temperature: 0, seed: 7 },
    })
    expect(judge.fingerprint).toMatchObject({ temperature: 0, seed: 7 })
    expect(JSON.stringify(judge.fingerprint)).not.toContain('sk-of')
  })

  it('provider and model may stand apart', async () => {
    expect(await catalog.judgeFrom({ provider: 'ollama', model: 'qwen3:8b', numCtx: 4096 })).toMatchObject({
      provider: 'ollama',
      modelId: 'qwen3:8b',
    })
  })

  it('apiKey null sends no key of the environment, whoever is called', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment-1').stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-environment-2')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'sk-of-the-environment-3').stubEnv('OLLAMA_API_KEY', 'sk-of-the-environment-4')
    onTestFinished(() => void vi.unstubAllEnvs())
    await using openai = await startFakeOpenAI(['hi'])
    await using anthropic = await startFakeAnthropic(['hi'])
    await using ollama = await startFakeOllama(['hi'])
    for (const [id, server] of [
      ['openai:m', openai],
      ['anthropic:m', anthropic],
      ['ollama:m', ollama],
    ] as const) {
      await (await adapterOf({ id, baseURL: server.url, apiKey: null })).doGenerate(call)
      expect(server.requests.length).toBeGreaterThan(0)
      expect(JSON.stringify(server.requests)).not.toContain('of-the-environment')
    }
    await expect(adapterOf({ id: 'azure:m', baseURL: 'https://r.openai.azure.com', apiKey: null, apiVersion: '1' })).rejects.toThrow(
      /needs its apiKey/,
    )
  })

  it('a metric may name its own', async () => {
    const metric = await catalog.metricFrom({ type: 'context-recall', judge: { id: 'openai:m', temperature: 0 } })
    expect(JSON.stringify(metric.config)).toContain('"temperature":0')
  })

  it.each([
    [{ id: 'openai:m', temprature: 0 }, /"openai:m": temprature: there is no such option\. Did you mean temperature\?/],
    [{ id: 'anthropic:m', seed: 1 }, /seed: there is no such option\. There are: baseURL, apiKey/],
    [{ id: 'lexical', temperature: 0 }, /temperature: there is no such option\. There are none/],
    [{ temperature: 0 }, /needs an id/],
    [{ id: 'openai:m', provider: 'openai' }, /needs an id/],
    [{ id: 'openai:m', baseURL: 7 as never }, /baseURL: found 7 where a text that is not empty is due/],
    [{ id: 'openai:m', headers: ['x'] as never }, /headers: found a list of 1 where a map of names to values is due/],
    [{ id: 'openai:m', temperature: 9 }, /temperature/],
  ])('%j is refused', async (config, message) => {
    await expect(catalog.judgeFrom(config)).rejects.toThrow(message)
  })
})

import { describe, expect, it } from 'vitest'
import { modelConfigOf } from './provider-config.ts'

const environment = { KEY: 'sk-key', HOST: 'https://judge.example' }
const read = (provider: Parameters<typeof modelConfigOf>[0], trustConfig = false, unread: string[] = []) =>
  modelConfigOf(provider, { environment, trustConfig, ambientVariables: () => [] }, (what) => unread.push(what))

describe('a promptfoo provider is a model of ours', () => {
  it.each([
    ['openai:gpt-4.1', { id: 'openai:gpt-4.1' }],
    ['openai:chat:gpt-4', { id: 'openai:gpt-4' }],
    ['openai:ft:gpt-4o:acme::abc', { id: 'openai:ft:gpt-4o:acme::abc' }],
    ['openai:responses:o3', { id: 'openai:o3', api: 'responses' }],
    ['openai:embedding:text-embedding-3-small', { id: 'openai:text-embedding-3-small' }],
    ['anthropic:messages:claude-sonnet-4-5', { id: 'anthropic:claude-sonnet-4-5' }],
    ['anthropic:claude-sonnet-4-5', { id: 'anthropic:claude-sonnet-4-5' }],
    ['ollama:chat:llama3', { id: 'ollama:llama3' }],
    ['ollama:chat:llama3.1:8b', { id: 'ollama:llama3.1:8b' }],
    ['ollama:qwen3:8b', { id: 'ollama:qwen3:8b' }],
    ['azure:chat:my-deployment', { id: 'azure:my-deployment' }],
    ['azureopenai:my-deployment', { id: 'azure:my-deployment' }],
    ['lexical', { id: 'lexical' }],
  ])('%s', (written, model) => expect(read(written)).toEqual(model))

  it('with its options under their names here', () => {
    const config = {
      apiBaseUrl: '{{ env.HOST }}/v1',
      apiKey: '{{env.KEY}}',
      temperature: 0,
      max_tokens: 99,
      seed: 3,
      top_p: 0.5,
      headers: { 'x-key': 'k ${KEY}' },
    }
    expect(read({ id: 'openai:chat:m', config, label: 'mine' })).toEqual({
      id: 'openai:m',
      baseURL: 'https://judge.example/v1',
      apiKey: 'sk-key',
      temperature: 0,
      maxOutputTokens: 99,
      seed: 3,
      extraBody: { top_p: 0.5 },
      headers: { 'x-key': 'k sk-key' },
    })
    expect(read({ id: 'azure:d', config: { apiHost: 'r.openai.azure.com', apiVersion: '2024-10-21', apiKeyEnvar: 'KEY' } })).toEqual({
      id: 'azure:d',
      baseURL: 'https://r.openai.azure.com',
      apiVersion: '2024-10-21',
      apiKey: 'sk-key',
    })
    expect(read({ id: 'ollama:chat:m', config: { num_ctx: 4096, num_predict: 50, top_k: 3 } })).toEqual({
      id: 'ollama:m',
      numCtx: 4096,
      maxOutputTokens: 50,
      options: { top_k: 3 },
    })
  })

  it.each(['openai:{{env.MODEL}}', 'openai:chat:${MODEL}'])('%s, whose name has a reference, is refused', (written) => {
    expect(() => read(written)).toThrow(/reads its name from elsewhere.*Write it out, or name a judge with --judge/)
    expect(() => read({ id: written })).toThrow(/reads its name from elsewhere/)
  })

  it('a server that only the file names gets no key of the environment', () => {
    const provider = { id: 'openai:m', config: { apiBaseUrl: 'https://evil.example' } }
    expect(read(provider)).toEqual({ id: 'openai:m', baseURL: 'https://evil.example', apiKey: null })
    expect(read(provider, true)).toEqual({ id: 'openai:m', baseURL: 'https://evil.example' })
  })

  it('an unknown option is noted with the nearest known one', () => {
    const unread: string[] = []
    expect(read({ id: 'openai:m', config: { temprature: 0, tools: [] } }, false, unread)).toEqual({ id: 'openai:m' })
    expect(unread).toEqual([
      'the option "temprature" of the provider openai:m is not read (did you mean temperature?)',
      'the option "tools" of the provider openai:m is not read',
    ])
  })

  it.each([
    ['bedrock:claude', /"bedrock:claude" is not a model that Assay can call/],
    ['file://provider.js', /is not a model/],
    ['constructor:x', /is not a model/],
    ['openai', /names no model/],
    ['openai:chat', /names no model/],
    [{ config: {} }, /has no id/],
    [{ id: 'openai:m', config: [] }, /the config of openai:m is no map/],
    [{ id: 'openai:m', config: { headers: 'x' } }, /the headers of openai:m are no map/],
    [{ id: 'openai:m', config: { apiKeyEnvar: 'NOT_SET' } }, /apiKeyEnvar reads \$\{NOT_SET\}/],
  ])('%j is refused', (provider, message) => expect(() => read(provider)).toThrow(message))
})

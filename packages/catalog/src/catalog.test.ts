import { fileURLToPath } from 'node:url'
import { AssayError, type LLMAdapter } from '@assay/core'
import { byProbability, cascade, lexicalScreen, llmVerifier, panel, rubricAssessor, votes } from '@assay/judge'
import { contextRecall, type ContextRecallOptions } from '@assay/metric-llm-recall'
import { anthropic } from '@assay/provider-anthropic'
import { ollama } from '@assay/provider-ollama'
import { createOpenAI, openai } from '@assay/provider-openai'
import { presetEntries } from '@assay/provider-openai/entry'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { createCatalog } from './catalog.ts'
import { beforeCode } from './import-code.ts'

const folder = fileURLToPath(new URL('__fixtures__/', import.meta.url))
const catalog = createCatalog({ folder })
const presets = new Set(presetEntries.map(({ name }) => name))

/** The message of the config error that `work` must end in. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  expect(error.kind).toBe('config')
  return error.message
}

describe('judges by id', () => {
  it('an OpenAI model becomes an adapter, without a key being looked at', async () => {
    expect(await catalog.judgeFrom('openai:gpt-5-mini')).toMatchObject({ provider: 'openai', modelId: 'gpt-5-mini' })
  })

  it('a model id may hold colons', async () => {
    expect(await catalog.judgeFrom('openai:ft:gpt-4o:acme::abc')).toMatchObject({ modelId: 'ft:gpt-4o:acme::abc' })
  })

  it.each([
    ['anthropic:claude-sonnet-5-5', { provider: 'anthropic', modelId: 'claude-sonnet-5-5' }],
    ['ollama:qwen3:8b', { provider: 'ollama', modelId: 'qwen3:8b' }],
  ])('%s becomes an adapter, and no server is called', async (id, expected) => {
    expect(await catalog.judgeFrom(id)).toMatchObject(expected)
  })

  it('a deployment on Azure becomes one where the environment says which resource', async () => {
    vi.stubEnv('AZURE_OPENAI_ENDPOINT', 'https://r.openai.azure.com').stubEnv('OPENAI_API_VERSION', '2024-10-21')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await catalog.judgeFrom('azure:judge-east')).toMatchObject({ provider: 'azure', modelId: 'judge-east' })
  })

  it('a key is looked for under the name that the vendor gave it', async () => {
    const keys = (await catalog.providers()).map(({ name, keyVariables }) => [name, keyVariables])
    expect(keys).toEqual(
      expect.arrayContaining([
        ['openai', ['OPENAI_API_KEY']],
        ['anthropic', ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']],
        ['google', ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']],
        ['ollama', undefined],
      ]),
    )
  })

  it('lexical is a screen', async () => {
    expect(await catalog.judgeFrom('lexical')).toMatchObject({ kind: 'screen' })
  })

  it('a file of yours is loaded by path and export', async () => {
    expect(await catalog.judgeFrom('./yours.ts#judge')).toMatchObject({ id: 'yes' })
  })

  it('options beside code of yours, which would be without effect, are refused', async () => {
    expect(await complaint(catalog.judgeFrom({ id: './yours.ts#judge', temperature: 0 }))).toMatch(
      /yours\.ts#judge has the option "temperature"/,
    )
    expect(await complaint(catalog.metricFrom({ type: './yours.ts#metric', threshold: 0.5 }))).toMatch(
      /has the option "threshold" beside it/,
    )
  })

  it('what cannot be a judge is refused with what to write instead', async () => {
    expect(await complaint(catalog.judgeFrom('openal:gpt-5'))).toMatch(/no judge "openal:gpt-5".*Did you mean openai:<model>/)
    expect(await complaint(catalog.judgeFrom('openai'))).toMatch(/needs a model, as in openai:gpt-5-mini/)
    expect(await complaint(catalog.judgeFrom('openai:'))).toMatch(/needs a model/)
    expect(await complaint(catalog.judgeFrom('lexical:v2'))).toMatch(/takes no model/)
    expect(await complaint(catalog.judgeFrom('./yours.ts#nobody'))).toMatch(/no export "nobody".*It exports: judge, sameLength, notOne/)
    expect(await complaint(catalog.judgeFrom('./yours.ts#notOne'))).toMatch(/"notOne" is not a judge/)
    expect(await complaint(catalog.judgeFrom('./nowhere.ts'))).toMatch(/nowhere\.ts could not be loaded as a judge/)
  })
})

describe('the names of other tools', () => {
  test.each([
    ['gemini:gemini-2.5-flash', 'google:gemini-2.5-flash'],
    ['Together:openai/gpt-oss-120b', 'togetherai:openai/gpt-oss-120b'],
    ['together_ai/meta-llama/Llama-3.3-70B', 'togetherai:meta-llama/Llama-3.3-70B'],
    ['grok', 'xai:<model>'],
    ['grok-4', 'xai:grok-4'],
    ['kimi:kimi-k2', 'moonshot:kimi-k2'],
    ['qwen:qwen-plus', 'alibaba:qwen-plus'],
    ['qwen-plus', 'alibaba:qwen-plus'],
    ['qwen3:8b', 'ollama:qwen3:8b'],
    ['claude:claude-opus-5', 'anthropic:claude-opus-5'],
    ['google/gemini-2.5-flash', 'google:gemini-2.5-flash'],
    ['openai/gpt-5-mini', 'openai:gpt-5-mini'],
    ['openrouter/z-ai/glm-4.6:free', 'openrouter:z-ai/glm-4.6:free'],
    ['google/', 'google:<model>'],
  ])('%s is answered with %s', async (written, meant) => {
    expect(await complaint(catalog.judgeFrom(written))).toContain(`There is no judge "${written}". Did you mean ${meant}?`)
  })

  test('a judge of every preset is made by its example, and a configuration moves and limits it', async () => {
    for (const { name, example } of await catalog.providers()) {
      const [provider, model] = [name, example.slice(name.length + 1)]
      if (!presets.has(provider)) continue
      vi.stubEnv('AWS_REGION', 'eu-west-1')
      onTestFinished(() => void vi.unstubAllEnvs())
      expect(await catalog.judgeFrom(example)).toMatchObject({ provider, modelId: model, fingerprint: { adapter: provider } })
      const moved = await catalog.judgeFrom({ id: example, baseURL: 'http://gateway.example/v1', temperature: 0, maxOutputTokens: 99 })
      expect(moved).toMatchObject({ provider, fingerprint: { baseURL: 'http://gateway.example/v1', temperature: 0, maxOutputTokens: 99 } })
      expect((await catalog.similarityFrom(`embedding:${example}`)).id).toBe(`embedding:${example}`)
    }
  })
})

describe('packages of the AI SDK', () => {
  test('one that is not installed is told with how to install it', async () => {
    expect(await complaint(catalog.judgeFrom('ai-sdk:@ai-sdk/nobody:m'))).toMatch(/Run there: npm install @ai-sdk\/nobody$/)
    expect(await complaint(catalog.similarityFrom('embedding:ai-sdk:@ai-sdk/nobody:m'))).toMatch(/npm install @ai-sdk\/nobody$/)
    expect(await complaint(catalog.judgeFrom('ai-sdk'))).toMatch(/needs a package and model, as in ai-sdk:@ai-sdk\/google:/)
    expect(await complaint(catalog.judgeFrom('nobody:m'))).toMatch(/ai-sdk:<package>:<model>/)
  })

  test('one that is installed makes a judge, and a metric that can be rebuilt with it', async () => {
    const packages = createCatalog({ folder: fileURLToPath(new URL('../../provider-ai-sdk/', import.meta.url)) })
    const metric = await packages.metricFrom({
      type: 'context-recall',
      judge: { id: 'ai-sdk:@ai-sdk/google:gemini-2.5-flash', reasoning: 'low' },
    })
    expect(metric.signature).toContain('judge:ai-sdk%3A@ai-sdk/google%3Agemini-2.5-flash')
    const again = await packages.metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.signature, again.config]).toEqual([metric.signature, metric.config])
    expect((await packages.similarityFrom('embedding:ai-sdk:@ai-sdk/mistral:mistral-embed')).id).toMatch(
      /^embedding:ai-sdk:@ai-sdk\/mistral/,
    )
  })
})

describe('similarities by id', () => {
  it('are found by name and by path', async () => {
    expect((await catalog.similarityFrom('levenshtein')).id).toBe('levenshtein')
    expect((await catalog.similarityFrom('./yours.ts#sameLength'))('ab', 'cd')).toBe(1)
    expect(await complaint(catalog.similarityFrom('levenstein'))).toMatch(/Did you mean levenshtein\?/)
  })
})

describe('metrics by name and configuration', () => {
  it.each(['id-based-context-recall', 'id_based_context_recall', 'ID-Based-Context-Recall'])('%s is one metric', async (name) => {
    expect((await catalog.metricFrom(name)).name).toBe('id_based_context_recall')
  })

  it('options reach the metric', async () => {
    const metric = await catalog.metricFrom({
      type: 'non-llm-context-recall',
      similarity: './yours.ts#sameLength',
      threshold: 1,
      name: 'len',
    })
    expect(metric.name).toBe('len')
    expect(await metric.score({ referenceContexts: ['ab', 'abc'], retrievedContexts: ['xy'] } as never)).toMatchObject({ value: 0.5 })
  })

  it('a metric can be rebuilt from its own config', async () => {
    for (const config of [
      'id-based-context-recall',
      { type: 'non-llm-context-recall', threshold: 0.8, strict: true },
      { type: 'context-recall', judge: 'lexical' },
      { type: 'context-recall', judge: 'openai:gpt-5-mini', requireQuote: true, name: 'strict' },
      { type: 'context-recall', judge: 'openai:gpt-5-mini', strategy: 'per-claim', votes: 3 },
      { type: 'context-recall', judge: 'openai:gpt-5-mini', grouping: false },
      { type: 'context-recall', judge: 'openai:gpt-5-mini', strategy: 'single-pass', minQuote: 5, requireQuote: true },
    ]) {
      const metric = await catalog.metricFrom(config)
      if (metric.config === null) throw new Error(`${metric.name} has no config`)
      const again = await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))
      expect([again.name, again.signature, again.config]).toEqual([metric.name, metric.signature, metric.config])
    }
  })

  it.each<[string, LLMAdapter]>([
    ['OpenAI', openai('gpt-4o', { temperature: 0, seed: 3, maxOutputTokens: 99, extraBody: { top_p: 0.9 } })],
    ['an older OpenAI model with its limit under another name', openai('gpt-4', { capabilities: { maxTokensParameter: 'max_tokens' } })],
    ['OpenAI by its Responses API', openai('gpt-5', { api: 'responses', reasoningEffort: 'low', capabilities: { responsesApi: true } })],
    [
      'Anthropic',
      anthropic('claude-sonnet-4-5', {
        temperature: 0,
        maxOutputTokens: 99,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        extraBody: { top_k: 5 },
        capabilities: { structuredOutput: 'tool' },
      }),
    ],
    ['Mistral, whose seed and limit have other names', createOpenAI({ preset: 'mistral' })('mistral-small-latest', { seed: 3 })],
    ['Cerebras', createOpenAI({ preset: 'cerebras' })('gpt-oss-120b')],
    ['Anthropic without options', anthropic('claude-opus-5')],
    ['Ollama', ollama('qwen3:8b', { temperature: 0, seed: 3, numCtx: 4096, think: false, options: { top_p: 0.9 } })],
    ['Ollama without options', ollama('qwen3:8b')],
  ])('a metric with a judge of %s can be rebuilt from its config, with the same judge', async (_who, judge) => {
    const metric = contextRecall({ judge })
    const again = await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.signature, again.config]).toEqual([metric.signature, metric.config])
    expect(JSON.stringify(again.config)).toContain(JSON.stringify(judge.fingerprint['model']))
  })

  it.each<[string, ContextRecallOptions]>([
    ['votes with a quorum', { judge: votes(openai('gpt-5-mini'), 5, { quorum: 3 }) }],
    ['a panel', { judge: panel([openai('a'), llmVerifier({ judge: ollama('b'), strategy: 'per-claim' }), anthropic('claude-opus-5')]) }],
    ['a cascade behind a screen', { judge: cascade(lexicalScreen(), openai('gpt-5-mini')) }],
    [
      'a cascade behind the whole screen',
      { judge: cascade(byProbability(lexicalScreen(), { unsupportedUpTo: 0.05, supportedFrom: null }), openai('a')) },
    ],
    ['a cascade of votes', { judge: cascade(votes(openai('a'), 3), openai('b'), { settles: 'unanimous' }) }],
    [
      'prompts and a language',
      { judge: openai('a'), language: 'de', prompts: { verdicts: { version: 'mine' }, claims: { version: 'mine' } } },
    ],
    ['a single pass with a prompt', { judge: openai('a'), strategy: 'single-pass', prompts: { claimsAndVerdicts: { version: 'mine' } } }],
    ['a rubric', { assessor: rubricAssessor({ judge: openai('a'), rubricPrompt: '{{context}} {{groundTruth}}' }) }],
  ])('recall with %s can be rebuilt from its config', async (_what, options) => {
    const metric = contextRecall(options)
    const again = await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.signature, again.config]).toEqual([metric.signature, metric.config])
  })

  it('a configuration of steps that do not fit together is refused', async () => {
    const { config } = contextRecall({ judge: votes(openai('a'), 3) })
    const edited = (from: string, to: string) => catalog.metricFrom(JSON.parse(JSON.stringify(config).replace(from, to)))
    expect(await complaint(edited('"votes":3', '"votes":4'))).toMatch(/4 votes can end in a tie/)
    expect(await complaint(edited('"votes":3', '"votes":"3"'))).toMatch(/context-recall/)
    expect(await complaint(edited('"type":"votes"', '"type":"voices"'))).toMatch(/context-recall/)
  })

  it('options that do not go together are refused by the metric', async () => {
    const of = (options: object) => complaint(catalog.metricFrom({ type: 'context-recall', judge: 'openai:gpt-5-mini', ...options }))
    expect(await of({ strategy: 'single-pass', votes: 3 })).toMatch(/votes need claims that stay the same/)
    expect(await of({ votes: 2 })).toMatch(/votes: found 2 where an odd number, which cannot end in a tie, is due/)
    expect(await of({ judge: 'lexical', votes: 3 })).toMatch(/lexical@1 is a screen/)
    expect(await of({ judge: 'lexical', strategy: 'per-claim' })).toMatch(/strategy has no effect on lexical@1/)
    expect(await of({ strategy: 'grouped' })).toMatch(/context-recall\.strategy/)
  })

  it('a judge at another server is not taken for the same one', async () => {
    const metric = await catalog.metricFrom({ type: 'context-recall', judge: 'openai:gpt-5-mini' })
    const config = JSON.parse(JSON.stringify(metric.config).replaceAll('api.openai.com', 'elsewhere.example'))
    expect(await complaint(catalog.metricFrom(config))).toMatch(/not the same judge here: baseURL was "https:\/\/elsewhere\.example/)
  })

  it("context-recall takes the run's judge, and its own before that", async () => {
    const lexical = await catalog.judgeFrom('lexical')
    const own = await catalog.metricFrom({ type: 'context-recall', judge: 'openai:gpt-5-mini' }, { judge: lexical })
    expect(own.signature).toContain('judge:openai%3Agpt-5-mini')
    expect((await catalog.metricFrom('context-recall', { judge: lexical })).signature).toContain('judge:lexical@')
    expect(await complaint(catalog.metricFrom('context-recall'))).toMatch(/needs a judge/)
  })

  it('an unknown name or option is refused by name', async () => {
    expect(await complaint(catalog.metricFrom('context-recal'))).toMatch(/Did you mean context-recall\?/)
    expect(await complaint(catalog.metricFrom({ type: 'non-llm-context-recall', treshold: 0.4 }))).toMatch(/treshold/)
    expect(await complaint(catalog.metricFrom({ type: 'non-llm-context-recall', threshold: 1.5 }))).toMatch(
      /non-llm-context-recall\.threshold/,
    )
  })
})

describe('register', () => {
  it('adds what is yours beside what is there, in this catalog only', async () => {
    const mine = createCatalog()
    mine.register({ kind: 'similarity', name: 'never', create: async () => () => 0 })
    expect((await mine.similarityFrom('never'))('a', 'a')).toBe(0)
    expect(await complaint(createCatalog().similarityFrom('never'))).toMatch(/no similarity "never"/)
  })

  it('refuses what is no entry', () => {
    for (const wrong of [
      undefined,
      { type: 'x' },
      { kind: 'metric', type: 'x' },
      { kind: 'provider', name: 'x', options: {} },
      { kind: 'judge' },
    ])
      expect(() => createCatalog().register(wrong as never)).toThrow(/was given what is no entry\. An entry is what defineMetricEntry, /)
  })

  it('of a file takes what it exports, alone and in lists, and runs it once', async () => {
    const mine = createCatalog()
    const path = `${folder}entries.ts`
    await mine.registerFrom(path)
    await mine.registerFrom(path)
    expect((await mine.similarityFrom('never'))('a', 'a')).toBe(0)
    expect((await mine.metricFrom({ type: 'always', value: 0.5 })).signature).toBe('always|value:0.5|v1')
    expect(await mine.judgeFrom('agrees:m')).toMatchObject({ id: 'yes' })
    expect(await complaint(mine.registerFrom(`${folder}yours.ts`))).toMatch(/yours\.ts exports no entry, and registers none\./)
  })

  it('says so before a file of code is loaded, and only then', async () => {
    const seen: string[] = []
    beforeCode(() => seen.push('before'))
    onTestFinished(() => beforeCode(() => undefined))
    await createCatalog({ folder }).judgeFrom('./yours.ts#judge')
    await createCatalog().judgeFrom('lexical')
    expect(seen).toEqual(['before'])
  })
})

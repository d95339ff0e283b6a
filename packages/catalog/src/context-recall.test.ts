import { AssayError, type Metric } from '@assay/core'
import { type ScriptedAdapter, scriptedAdapter } from '@assay/testkit'
import type { ProviderEntry } from '@assay/options'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCatalog } from './catalog.ts'
import { contextRecallFrom } from './context-recall.ts'
import { contextRecall as ofProcess, register } from './index.ts'

const sample = { reference: 'Oslo is in Norway.', retrievedContexts: ['Oslo is in Norway.'] }

function setUp() {
  const catalog = createCatalog()
  return { catalog, contextRecall: contextRecallFrom(catalog.judgeFrom) }
}

const agreeing = (modelId: string, provider = 'mine') =>
  scriptedAdapter(
    ({ output }) =>
      JSON.stringify(
        output?.name === 'claims'
          ? { claims: ['Oslo is in Norway.'] }
          : { verdicts: [{ claim: 'c1', reason: 'It says so.', evidence: [], supported: true }] },
      ),
    { provider, modelId },
  )

/** What a report tells of a metric. */
const toldOf = ({ score: _score, config: _config, summarize, ...told }: Metric<'reference' | 'retrievedContexts'>) => ({
  ...told,
  summarizes: summarize !== undefined,
})

function providerOf(name: string, judge: (model: string) => Promise<ScriptedAdapter>): ProviderEntry {
  return { kind: 'provider', name, example: `${name}:m`, options: {}, judge }
}

describe('a judge given by its id', () => {
  it.each(['openai:gpt-5-mini', 'anthropic:claude-haiku-4-5', 'ollama:qwen3:8b', 'azure:judge-east', 'lexical'])(
    '%s makes the metric that the judge itself makes',
    async (id) => {
      vi.stubEnv('AZURE_OPENAI_ENDPOINT', 'https://r.openai.azure.com').stubEnv('OPENAI_API_VERSION', '2024-10-21')
      onTestFinished(() => void vi.unstubAllEnvs())
      const { catalog, contextRecall } = setUp()
      const options = id === 'lexical' ? {} : ({ strategy: 'per-claim', votes: 3, requireQuote: true } as const)
      const named = contextRecall({ judge: id, ...options })
      const given = contextRecall({ judge: await catalog.judgeFrom(id), ...options })
      expect(toldOf(named)).toEqual(toldOf(given))
      const config = named.config ?? { type: '' }
      expect((await catalog.metricFrom(config)).signature).toBe(given.signature)
    },
  )

  it('is looked up with the first score, once, and may be registered after the metric was made', async () => {
    const { catalog, contextRecall } = setUp()
    const metric = contextRecall({ judge: 'mine:m-1' })
    let lookedUp = 0
    const judge = async (model: string) => {
      lookedUp += 1
      return agreeing(model)
    }
    catalog.register(providerOf('mine', judge))
    const scores = await Promise.all([metric.score(sample), metric.score(sample), metric.score({ ...sample, reference: ' ' })])
    expect(scores.map(({ value }) => value)).toEqual([1, 1, null])
    expect(scores.map(({ signature }) => signature)).toEqual(Array.from({ length: 3 }, () => metric.signature))
    expect(metric.signature).toContain('judge:mine%3Am-1')
    expect(lookedUp).toBe(1)
  })

  it('that does not exist is told with each score, until it does', async () => {
    const { catalog, contextRecall } = setUp()
    const metric = contextRecall({ judge: 'opnai:gpt-5-mini' })
    await expect(metric.score(sample)).rejects.toThrow('There is no judge "opnai:gpt-5-mini". Did you mean openai:<model>?')
    await expect(contextRecall({ judge: 'gpt-5-mini' }).score(sample)).rejects.toThrow('Did you mean openai:gpt-5-mini?')
    catalog.register(providerOf('opnai', async (model) => agreeing(model, 'opnai')))
    expect((await metric.score(sample)).value).toBe(1)
  })

  it.each(['./judge.ts#mine', '/judges/mine.ts', 'recorded:judge.jsonl'])('%s is refused at once: only the file says who it is', (id) => {
    const make = (): unknown => setUp().contextRecall({ judge: id })
    expect(make).toThrow(AssayError)
    expect(make).toThrow(`Pass judge: await judgeFrom(${JSON.stringify(id)}).`)
  })

  it('that turns out to be somebody else is refused, since reports would tell of a judge that was never asked', async () => {
    const { catalog, contextRecall } = setUp()
    catalog.register(providerOf('mine', async (model) => agreeing(model, 'theirs')))
    const score = contextRecall({ judge: 'mine:m-1' }).score(sample)
    await expect(score).rejects.toThrow(expect.objectContaining({ kind: 'config' }))
    await expect(score).rejects.toThrow('signed context_recall|strategy:batched|judge:theirs%3Am-1')
  })

  it('takes the options of a model, and refuses the others when the metric is made', () => {
    const { contextRecall } = setUp()
    expect(() => contextRecall({ judge: 'openai:x', votes: 2 })).toThrow('votes')
    expect(() => contextRecall({ judge: 'lexical', strategy: 'per-claim' })).toThrow('strategy has no effect')
    expect(contextRecall({ judge: 'openai:x', language: 'no' }).config).toBeNull()
  })
})

it('the library finds judges in the catalog of the process', async () => {
  register(providerOf('of-process', async (model) => agreeing(model, 'of-process')))
  expect((await ofProcess({ judge: 'of-process:m' }).score(sample)).value).toBe(1)
  expect((await ofProcess({ judge: agreeing('m') }).score(sample)).value).toBe(1)
})

import { fileURLToPath } from 'node:url'
import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'

const folder = fileURLToPath(new URL('__fixtures__/', import.meta.url))
const catalog = createCatalog({ folder })

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

  it('lexical is a screen', async () => {
    expect(await catalog.judgeFrom('lexical')).toMatchObject({ kind: 'screen' })
  })

  it('a file of yours is loaded by path and export', async () => {
    expect(await catalog.judgeFrom('./yours.ts#judge')).toMatchObject({ id: 'yes' })
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
    ]) {
      const metric = await catalog.metricFrom(config)
      if (metric.config === null) throw new Error(`${metric.name} has no config`)
      const again = await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))
      expect([again.name, again.signature, again.config]).toEqual([metric.name, metric.signature, metric.config])
    }
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
})

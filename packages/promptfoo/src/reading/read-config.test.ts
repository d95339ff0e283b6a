import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { models, project } from '../__fixtures__/promptfoo-run.ts'
import { evaluate, type RowResult } from '@assay/runner'
import { isPromptfooFile } from '../is-promptfoo-config.ts'
import { readPromptfooConfig } from '../read-promptfoo-config.ts'

const FIELDS = `{
  providers: [async (prompt) => ({ output: 'C: ' + prompt })],
  prompts: ['The gate closes at {{when}}.'],
  tests: [{
    vars: { when: 'ten' },
    assert: [{ type: 'context-recall', threshold: 1, value: 'The gate closes at ten.', contextTransform: (output) => output.slice(3) }],
  }],
}`

async function read(name: string, text: string, trustConfig = true) {
  const { judgeFrom, metricFrom, similarityFrom } = models()
  const path = join(project({ [name]: text }), name)
  const run = await readPromptfooConfig(path, {
    judgeFrom,
    metricFrom,
    similarityFrom,
    trustConfig,
    ambientVariables: () => [],
    environment: { OPENAI_API_KEY: 'k' },
  })
  const results: RowResult[] = []
  for await (const { result } of evaluate({ data: run.rows, metrics: run.metrics })) results.push(result)
  return { ...run, results }
}

describe('a configuration that is code', () => {
  it.each([
    ['promptfooconfig.js', `export default ${FIELDS}`],
    ['promptfooconfig.mjs', `export default Promise.resolve(${FIELDS})`],
    ['promptfooconfig.mjs', `export default async () => (${FIELDS})`],
    ['promptfooconfig.cjs', `module.exports = ${FIELDS}`],
    [
      'promptfooconfig.ts',
      `const config: object = ${FIELDS.replaceAll('(prompt)', '(prompt: string)').replace('(output)', '(output: string)')}\nexport default config`,
    ],
  ])('%s is read where it is trusted, with functions in the places of transforms and providers', async (name, text) => {
    const { results } = await read(name, text)
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1, passed: true } } }])
  })

  it('is not run where it is not, and says what it looks like', async () => {
    const said = await complaint(read('promptfooconfig.mjs', 'globalThis.ranConfig = true; export default {}', false))
    expect(said).toBe(
      'promptfooconfig.mjs looks like a promptfoo configuration, and is code: it was not run. Pass --trust-config to run it, where you trust it.',
    )
    expect(Reflect.get(globalThis, 'ranConfig')).toBeUndefined()
  })

  it.each([
    ['export default () => { throw new Error("no index") }', /promptfooconfig\.mjs threw while it made its configuration: no index/],
    ['export default 7', /promptfooconfig\.mjs: .*found 7 where a map/],
    ['export default { tests: [{ assert: [{ type: 7 }] }] }', /^promptfooconfig\.mjs: tests\[0\]\.assert\[0\]\.type: found 7/],
    ['throw new Error("at once")', /promptfooconfig\.mjs cannot be loaded: at once/],
  ])('that is none says so: %s', async (text, message) => {
    expect(await complaint(read('promptfooconfig.mjs', text))).toMatch(message)
  })

  it.each([
    ['promptfooconfig.js', true],
    ['in/promptfooconfig.rag-eval.ts', true],
    ['promptfooconfig.yaml', false],
    ['my-promptfooconfig.js', false],
    ['assay.config.ts', false],
  ])('%s is told by its name: %s', (path, isTheirs) => expect(isPromptfooFile(path)).toBe(isTheirs))
})

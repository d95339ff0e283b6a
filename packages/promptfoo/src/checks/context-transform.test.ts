import { describe, expect, it } from 'vitest'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('a contextTransform', () => {
  it.each([
    ['metadata.hits', { metadata: '{ hits: ["The gate closes at ten."] }' }],
    ['output.context', { providerOutput: '{ context: "The gate closes at ten." }' }],
    ['output.hits[1].text', { providerOutput: `'{"hits": [{}, {"text": "The gate closes at ten."}]}'` }],
    ['vars.found', {}],
  ])('contextTransform %s is followed', async (path, extra) => {
    const config = `tests:\n  - vars: { found: "The gate closes at ten." }\n${Object.entries(extra)
      .map(([name, value]) => `    ${name}: ${value}\n`)
      .join('')}    assert: [{ type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: "${path}" }]\n`
    const { results, made } = await run(configFiles(config))
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1, passed: true } } }])
    expect(made.size).toBe(1)
  })

  it('one that finds nothing leaves its row unscored and says where it looked', async () => {
    const { results } = await run(
      configFiles(
        `tests:\n  - providerOutput: no JSON\n    assert: [{ type: context-recall, value: "A b.", contextTransform: output.context }]`,
      ),
    )
    expect(results[0]?.scores['context_recall']).toMatchObject({
      status: 'unscored',
      cause: 'data',
      reason: expect.stringContaining('contextTransform output.context found nothing'),
    })
  })

  it('one that is code is not run, and reported with its line', async () => {
    const config = oneTest(
      `- { type: context-recall, value: "A b." }\n- type: context-recall\n  value: x\n  contextTransform: 'output.match(/a/)[0]'`,
    )
    const { results, notes } = await run(configFiles(config))
    const why = 'he contextTransform output.match(/a/)[0] is code, which runs only with --trust-config'
    expect(results[0]?.skipped).toEqual([{ name: 'context-recall', reason: `T${why}.`, place: 'promptfooconfig.yaml:8' }])
    expect(Object.keys(results[0]?.scores ?? {})).toEqual(['context_recall'])
    expect(notes).toContain(`promptfooconfig.yaml:8: the assertion "context-recall" is skipped: t${why}`)
  })
})

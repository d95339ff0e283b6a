import { describe, expect, it } from 'vitest'
import { configFiles, oneTest, RULES } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('variables that are lists', () => {
  const assert = (value: string) => `- { type: context-recall, threshold: 1, value: ${JSON.stringify(value)} }`

  it('a list in context is one sample with several contexts, files among them', async () => {
    const { rows, results } = await run(
      configFiles(oneTest(assert('The gate closes at ten.'), 'context: ["One.", "file://docs/rules/yard.md"]')),
    )
    expect(rows).toMatchObject([{ retrievedContexts: ['One.', RULES] }])
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1, passed: true } } }])
  })

  it('a list in another variable makes a test of each of its items', async () => {
    const { rows } = await run(configFiles(oneTest(assert('About {{place}}.'), 'context: A.\n      place: [Oslo, Bergen]')))
    expect(rows.map(({ id, reference }) => [id, reference])).toEqual([
      ['test-1', 'About Oslo.'],
      ['test-2', 'About Bergen.'],
    ])
    const whole = await run(
      configFiles(
        `defaultTest: { options: { disableVarExpansion: true } }\n${oneTest(assert('About {{place}}.'), 'context: A.\n      place: [Oslo, Bergen]')}`,
      ),
    )
    expect(whole.rows.map(({ reference }) => reference)).toEqual(['About ["Oslo","Bergen"].'])
  })
})

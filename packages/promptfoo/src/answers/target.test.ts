import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { configFiles } from '../__fixtures__/config-files.ts'
import { isTarget, kittenOrJudging, targetConfig } from '../__fixtures__/kitten-target.ts'
import { judging, run } from '../__fixtures__/promptfoo-run.ts'

describe('the model that answers the prompts', () => {
  it('the target is called once for all assertions of a row, and a note says so', async () => {
    const { results, made, notes } = await run(
      configFiles(
        targetConfig(
          '- { type: levenshtein, value: kitten }\n- { type: similar, value: [kitten, other] }\n- { type: context-recall, threshold: 1, value: "The gate closes at ten." }',
        ),
      ),
      { answer: kittenOrJudging },
    )
    expect(made.get('openai:target')?.calls.map(({ messages }) => messages)).toEqual([[{ role: 'user', parts: [{ text: 'Say: Q <1>' }] }]])
    expect(results[0]?.scores).toMatchObject({
      levenshtein: { usage: { calls: 1, inputTokens: 7 } },
      similar: { value: 1, passed: true, usage: { calls: 0 } },
      context_recall: { value: 1 },
    })
    expect(results[0]?.scores['levenshtein']?.signature).toMatch(/^generated\(levenshtein\|v1;openai%3Atarget%23[0-9a-f]{6}\)$/)
    expect(results[0]?.scores['context_recall']?.signature).not.toContain('generated')
    expect(notes).toContain('openai:target answers the prompts of rows whose assertions are about the answer')
  })

  it('a model that fails leaves what is about its answer unscored, and nothing else', async () => {
    const broken = (call: Parameters<typeof judging>[0], id: string) =>
      isTarget(id) ? new AssayError({ kind: 'content_filter', message: 'no' }) : judging(call)
    const { results } = await run(
      configFiles(
        targetConfig('- { type: levenshtein, value: kitten }\n- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'),
      ),
      { answer: broken },
    )
    expect(results[0]?.scores).toMatchObject({
      levenshtein: { status: 'unscored', cause: 'content_filter', passed: null },
      context_recall: { value: 1 },
    })
    expect(results[0]?.gate).toEqual({ value: null, passed: null })
  })

  it('generate calls it although nothing needs the answer', async () => {
    const given = configFiles(targetConfig('- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'))
    expect((await run(given, { answer: kittenOrJudging })).made.has('openai:target')).toBe(false)
    const { results, made } = await run(given, { answer: kittenOrJudging, generate: true })
    expect(made.get('openai:target')?.calls).toHaveLength(1)
    expect(results[0]?.scores['context_recall']).toMatchObject({ value: 1, detail: { response: 'kitten' } })
  })

  it('contexts may come from it', async () => {
    const json = (call: Parameters<typeof judging>[0], id: string) =>
      isTarget(id) ? '{"context": ["The gate closes at ten."]}' : judging(call)
    const { results } = await run(
      configFiles(
        targetConfig('- { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: output.context }'),
      ),
      { answer: json },
    )
    expect(results[0]?.scores['context_recall']).toMatchObject({ value: 1, signature: expect.stringMatching(/^generated\(context_recall/) })
  })

  it('an answer that the test provides is used, and no target is called', async () => {
    const { results, made } = await run(
      configFiles(
        'tests: [{ providerOutput: sitting, assert: [{ type: levenshtein, value: kitten, threshold: 3 }, { type: not-levenshtein, value: kitten, threshold: 2 }] }]',
      ),
    )
    expect(results[0]?.scores).toMatchObject({ levenshtein: { value: 1, passed: true }, not_levenshtein: { value: 0, passed: true } })
    expect(made.size).toBe(0)
  })
})

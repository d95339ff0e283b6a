import { describe, expect, it } from 'vitest'
import { configFiles } from '../__fixtures__/config-files.ts'
import { kittenOrJudging, targetConfig } from '../__fixtures__/kitten-target.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('models and prompts', () => {
  it('every model with every prompt is a row of its own', async () => {
    const both = targetConfig('- { type: levenshtein, value: kitten }')
      .replace('["Say: {{query}}"]', '["A {{query}}", \'[{"role": "system", "content": "B"}, {"role": "user", "content": "{{query}}"}]\']')
      .replace('[openai:target]', '[openai:target, { id: "openai:target2" }]')
    const { rows, made } = await run(configFiles(both), { answer: kittenOrJudging })
    expect(rows.map(({ id }) => id)).toEqual([
      'test-1 openai:target prompt-1',
      'test-1 openai:target prompt-2',
      'test-1 openai:target2 prompt-1',
      'test-1 openai:target2 prompt-2',
    ])
    expect(made.get('openai:target2')?.calls[1]?.messages).toEqual([
      { role: 'system', parts: [{ text: 'B' }] },
      { role: 'user', parts: [{ text: 'Q <1>' }] },
    ])
  })

  it.each([
    ['{{query}}', '{{query | upper}}', /[Tt]he prompt of its target cannot be made: \{\{query \| upper\}\} takes a template engine/],
    ['["Say: {{query}}"]', 'file://p.js', /[Tt]he prompt of its target cannot be made: file:\/\/p\.js is code/],
    ['providers: [openai:target]', '', /[Nn]o provider is named that could answer its prompt/],
    ['openai:target', 'exec:./a.sh', /[Ii]ts target cannot be called: "exec:\.\/a\.sh" is not a model that Assay can call/],
    ['openai:target', 'https://rag.example/search', /[Ii]ts target cannot be called: "https:\/\/rag\.example\/search" is not a model/],
    ['openai:target', 'python:rag.py', /[Ii]ts target cannot be called: "python:rag\.py" is not a model/],
    ['openai:target', 'file://rag.py', /[Ii]ts target cannot be called: "file:\/\/rag\.py" is not a model/],
    [
      'openai:target',
      '"openai:{{env.MODEL}}"',
      /[Ii]ts target cannot be called: "openai:\{\{env\.MODEL\}\}" reads its name from elsewhere/,
    ],
    ['openai:target', 'lexical', /[Ii]ts target lexical is not a model that answers prompts/],
  ])('where %s is %s, what is about the answer is skipped, and --outputs is named as the way', async (written, instead, why) => {
    const assert = '- { type: levenshtein, value: kitten }\n- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'
    const { results, notes } = await run(configFiles(targetConfig(assert).replace(written, instead)))
    expect(results).toMatchObject([
      {
        scores: { context_recall: { value: 1 } },
        skipped: [{ name: 'levenshtein', reason: expect.stringMatching(why), place: expect.stringMatching(/^promptfooconfig\.yaml:\d$/) }],
      },
    ])
    expect(results[0]?.skipped?.[0]?.reason).toMatch(/run promptfoo eval -o results\.json and pass --outputs results\.json\.$/)
    expect(results[0]?.skipped?.[0]?.reason).not.toContain('--judge')
    expect(notes.join('\n')).toMatch(why)
  })
})

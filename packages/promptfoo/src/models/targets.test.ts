import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
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

  it('what cannot be asked is refused with its line', async () => {
    const assert = '- { type: levenshtein, value: kitten }'
    expect(await complaint(run(configFiles(targetConfig(assert).replace('{{query}}', '{{query | upper}}'))))).toMatch(
      /^promptfooconfig\.yaml:1: prompts\[0\]: the prompt holds \{\{query \| upper\}\}/,
    )
    expect(await complaint(run(configFiles(targetConfig(assert).replace('prompts', 'promts'))))).toMatch(/there are no prompts to ask it/)
    expect(await complaint(run(configFiles(targetConfig(assert).replace('openai:target', 'exec:./a.sh'))))).toMatch(
      /^promptfooconfig\.yaml:2: providers\[0\]: .*"exec:\.\/a\.sh" is no model/,
    )
    expect(await complaint(run(configFiles(targetConfig(assert).replace('["Say: {{query}}"]', 'file://p.js'))))).toMatch(
      /:1: prompts: file:\/\/p\.js is code/,
    )
  })
})

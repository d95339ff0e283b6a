import { describe, expect, it } from 'vitest'
import { modelsOf } from '../__fixtures__/literal-judge.ts'
import { literalServer, summaryOf } from '../__fixtures__/literal-server.ts'
import { osloRow } from '../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../__fixtures__/project.ts'

const { assay, sent } = literalServer()

describe('a metric with options', () => {
  const metrics = [
    { type: 'context-recall', name: 'plain' },
    { type: 'context-recall', name: 'other', judge: { id: 'openai:other', maxOutputTokens: 7000 } },
    { type: 'first-scored', name: 'mixed', of: ['recall@5', { type: 'context-recall', judge: 'openai:inner' }] },
  ]
  const files = {
    'assay.config.json': JSON.stringify({
      data: 'rows.jsonl',
      judge: 'openai:run',
      metrics,
      strategy: 'single-pass',
      maxOutputTokens: 9000,
    }),
    'rows.jsonl': jsonl(osloRow),
  }

  it('has its own judge and its own limit; options beside the metrics are for those named alone', async () => {
    const ran = await assay(project(files), '--quiet', '-o', '-')
    expect(ran.code).toBe(0)
    const limits = sent().map(({ body }) => `${Reflect.get(Object(body), 'model')} ${Reflect.get(Object(body), 'max_completion_tokens')}`)
    expect(limits.toSorted()).toEqual(['inner 9000', 'inner 9000', 'other 7000', 'other 7000', 'run 9000', 'run 9000'])
    expect(summaryOf(ran).mixed.mean).toBe(0.5)
  })

  it('obeys the command line all the same', async () => {
    await assay(project(files), '--quiet', '-j', 'openai:line', '--strategy', 'batched', '--max-output-tokens', '5000', '--no-cache')
    expect(modelsOf(sent())).toEqual(['line'])
    expect(new Set(sent().map(({ body }) => Reflect.get(Object(body), 'max_completion_tokens')))).toEqual(new Set([5000]))
  })

  it('that is an object keeps its judge, and who asks for another is told so', async () => {
    const config = `import { contextRecall, openai } from 'assay'
export default { data: 'rows.jsonl', metrics: [contextRecall({ judge: openai('inside') })] }`
    const folder = project({ 'assay.config.ts': config, 'rows.jsonl': jsonl(osloRow) })
    const refused = await assay(folder, '-j', 'openai:line')
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--judge cannot reach context_recall') })
    expect((await assay(folder, '--quiet')).code).toBe(0)
    expect(modelsOf(sent())).toEqual(['inside'])
  })
})

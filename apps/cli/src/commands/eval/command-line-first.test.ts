import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modelsOf } from '../../__fixtures__/literal-judge.ts'
import { literalServer, summaryOf } from '../../__fixtures__/literal-server.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'

const { assay, sent } = literalServer()

describe('the command line beats the file, the file beats the defaults', () => {
  const config = `data: rows.jsonl
judge: openai:of-file
metrics:
  - context-recall
  - { type: non-llm-context-recall, name: strings, threshold: 0.2 }
columns: { reference_contexts: texts }
strategy: single-pass
maxRetries: 0
rpm: 6000
groupBy: metadata.topic
failUnder: strings=0.5
output: [out.jsonl, out.md]
allowUnscored: [1, 'refused:2']
`
  const files = { 'assay.config.yaml': config, 'rows.jsonl': jsonl({ ...osloRow, texts: osloRow.retrieved_contexts }) }

  it('as the judge, the strategy, the groups and the files show', async () => {
    const folder = project(files)
    await assay(folder, '--quiet', '--allow-unscored', '0')
    expect(modelsOf(sent())).toEqual(['of-file'])
    // One call: the file's strategy, not the default of two.
    expect(sent()).toHaveLength(1)
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8')).toContain('"metadata.topic":[{"value":"cities"')
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain('strings')

    const first = sent().length
    const over = await assay(folder, '--quiet', '-j', 'openai:of-line', '--strategy', 'batched', '-o', '-', '--fail-under', 'strings=1')
    expect(over.code).toBe(0)
    const second = sent().slice(first)
    expect(modelsOf(second)).toEqual(['of-line'])
    expect(second).toHaveLength(2)
    expect(summaryOf(over).context_recall.mean).toBe(0.5)
    expect(summaryOf(over).strings.groups['metadata.topic']).toHaveLength(1)
  })

  it('options of the file that this run has no use for are left alone, those of the command line are refused', async () => {
    const folder = project(files)
    const ran = await assay(folder, '-m', 'non-llm-context-recall', '-o', '-', '--quiet')
    expect(ran.code).toBe(0)
    expect(ran.err).toContain('the gate strings=0.5 (assay.config.yaml:11) is on no metric of this run: it is left out')
    expect(sent()).toEqual([])
    const idle = await assay(folder, '-m', 'non-llm-context-recall', '--strategy', 'batched')
    expect(idle).toMatchObject({ code: 2, err: expect.stringContaining('--strategy is for context-recall') })
  })

  it('a gate of the file on no metric of the file is an error', async () => {
    const folder = project({ ...files, 'assay.config.yaml': config.replace('failUnder: strings', 'failUnder: string') })
    expect(await assay(folder)).toMatchObject({ code: 2, err: expect.stringContaining('no metric of this run is named so') })
  })

  it('a column named on the command line takes the place of the file’s, however its field is written', async () => {
    const rows = jsonl({ first: ['x'], second: ['y'], retrieved_contexts: ['y'] })
    const folder = project({
      'assay.config.yaml': 'data: r.jsonl\nmetrics: [non-llm-context-recall]\ncolumns: { referenceContexts: first }',
      'r.jsonl': rows,
    })
    expect(summaryOf(await assay(folder, '--quiet', '-o', '-')).non_llm_context_recall.mean).toBe(0)
    const over = await assay(folder, '--quiet', '-o', '-', '--column', 'reference_contexts=second')
    expect(summaryOf(over).non_llm_context_recall.mean).toBe(1)
  })
})

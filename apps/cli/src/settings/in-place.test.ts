import { describe, expect, it } from 'vitest'
import { osloRow } from '../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { runAssay } from '../__fixtures__/run-assay.ts'

const ids = { id: 'a', hits: ['d1', 'd2'], gold: ['d1', 'd3'] }

describe('a fault in what a file asks for is told with its place', () => {
  const rows = jsonl({ ...ids, ...osloRow })
  it.each([
    ['metrics:\n  - mrr\n  - recal@5\n', [], 'assay.config.yaml:4: metrics[1]: There is no metric "recal@5". Did you mean recall@5?'],
    [
      'metrics:\n  - type: context-recall\n    votes: 2\njudge: lexical\n',
      [],
      'assay.config.yaml:4: metrics[0].votes: found 2 where an odd number, which cannot end in a tie, is due',
    ],
    [
      'metrics: [context-recall]\njudge: lexical\nvotes: 2\n',
      [],
      'assay.config.yaml:4: votes: found 2 where an odd number, which cannot end in a tie, is due.',
    ],
    ['metrics: [context-recall]\njudge: opnai:x\n', [], 'assay.config.yaml:3: judge: There is no judge "opnai:x".'],
    ['metrics: [non-llm-context-recall]\nsimilarity: levenstein\n', [], 'assay.config.yaml:3: similarity: There is no similarity'],
    ['metrics: [mrr]\ncolumns: { nonsense: a }\n', [], 'assay.config.yaml:3: columns: there is no field "nonsense".'],
    ['metrics: [mrr]\noutput: report.pdf\n', [], 'assay.config.yaml:3: output: report.pdf ends in .pdf'],
    ['metrics: [mrr]\noutput:\n  - a.json\n  - report.pdf\n', [], 'assay.config.yaml:5: output[1]: report.pdf ends in .pdf'],
    ['metrics: [mrr]\noutput: rows.jsonl\n', [], 'assay.config.yaml:3: output rows.jsonl is a file that is read here'],
    ['metrics: [mrr]\noutput: report.pdf\n', ['-m', 'recal@5'], 'There is no metric "recal@5"'],
    ['metrics: [mrr]\n', ['-o', 'rows.jsonl'], '-o rows.jsonl is a file that is read here'],
    ['metrics: [mrr]\n', ['--delimiter', 'ab'], '--delimiter: "ab" is none.'],
    [
      'metrics: [mrr]\n',
      ['--limit', '0', '--concurrency', 'x'],
      '--limit 0: found 0 where a whole number of at least 1 is due. --concurrency x: found the text "x"',
    ],
  ] as const)('%j with %j', async (config, options, says) => {
    const cwd = project({ 'assay.config.yaml': `data: rows.jsonl\n${config}`, 'rows.jsonl': rows })
    const { code, err } = await runAssay(['eval', ...options], { cwd })
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`assay: ${says}`)
    expect(code).toBe(2)
  })
})

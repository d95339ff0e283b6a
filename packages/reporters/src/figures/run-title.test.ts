import type { RunMetric } from '@assay/runner'
import { expect, it } from 'vitest'
import { runTitle } from './run-title.ts'

const metric = (name: string, signature = `${name}|v1`): RunMetric => ({
  name,
  version: '1',
  signature,
  config: null,
  kind: 'id',
  evidence: 'exact',
  direction: 'maximize',
})

it.each([
  [{ metrics: [metric('recall@5')] }, 'recall@5'],
  [{ metrics: [metric('recall@5')], data: ['data/de/rows.jsonl'] }, 'recall@5 of rows.jsonl'],
  [{ metrics: [metric('mrr')], data: ['-'] }, 'mrr of the standard input'],
  [{ metrics: [metric('mrr')], data: ['a.jsonl'], label: 'bm25' }, 'mrr of bm25'],
  [
    {
      metrics: [metric('context_recall', 'context_recall|strategy:batched|judge:openai%3Agpt-5-mini|v1'), metric('mrr')],
      data: ['a.jsonl', 'b.jsonl'],
    },
    'context_recall and mrr of a.jsonl and b.jsonl, judged by openai:gpt-5-mini',
  ],
  [
    { metrics: [metric('context_recall', 'context_recall|judge:lexical@2|claims:sentences|v1')] },
    'context_recall, judged by the lexical screen',
  ],
  [{ metrics: [metric('f', 'f(context_recall|judge:a%3Ab|v1;recall|judge:c|v1)')] }, 'f, judged by a:b and c'],
  [{ metrics: ['a', 'b', 'c', 'd', 'e'].map((name) => metric(name)) }, 'a, b, c and 2 more'],
  [{ metrics: ['a', 'b', 'c', 'd'].map((name) => metric(name)) }, 'a, b, c and d'],
  [{ metrics: [] }, 'Assay report'],
])('%j is %s', (run, title) => {
  expect(runTitle(run)).toBe(title)
})

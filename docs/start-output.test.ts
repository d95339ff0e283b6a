import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root, runAssay } from './run-assay.ts'

it('the README shows what `npm start` prints today, the line with time and run id aside', async () => {
  const shown =
    /<!-- start-output -->\n```text\n([\s\S]*?)```/
      .exec(readFileSync(`${root}README.md`, 'utf8'))?.[1]
      ?.trimEnd()
      .split('\n') ?? []
  const metrics = ['id-based-context-recall', 'non-llm-context-recall', 'context-recall'].flatMap((name) => ['-m', name])
  const { out } = await runAssay(['eval', 'examples/clapnq-rag.jsonl', ...metrics, '-j', 'lexical'])
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.slice(1)).toEqual(out.split('\n').slice(1, shown.length))
})

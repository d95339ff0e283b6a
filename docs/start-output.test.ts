import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

it('the README shows what `npm start` prints today, the line with time and run id aside', () => {
  const shown =
    /<!-- start-output -->\n```text\n([\s\S]*?)```/
      .exec(readFileSync(`${root}README.md`, 'utf8'))?.[1]
      ?.trimEnd()
      .split('\n') ?? []
  const metrics = ['id-based-context-recall', 'non-llm-context-recall', 'context-recall'].flatMap((name) => ['-m', name])
  const args = ['--conditions=@assay/source', 'apps/cli/src/bin.ts', 'eval', 'examples/clapnq-rag.jsonl', ...metrics, '-j', 'lexical']
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, LANG: 'C.UTF-8' } })
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.slice(1)).toEqual(stdout.split('\n').slice(1, shown.length))
})

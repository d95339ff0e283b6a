import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))

test.skipIf(process.platform === 'win32').each([
  ['a benchmark', ['--fixtures']],
  ['a comparison', ['providers', '--judge', 'lexical', '--judge', './always.ts#always', '--data']],
])('%s that waits for a pipe of its input ends with the first signal', async (_what, args) => {
  const cwd = temporaryFolder()
  const verifier = "{ id: 'a', version: '1', signature: 'always@1', kind: 'judge', verify: async () => ({ verdicts: [] }) }"
  writeFileSync(join(cwd, 'always.ts'), `export const always = ${verifier}`)
  const pipe = join(cwd, 'pipe.jsonl')
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, ...args, pipe], { cwd, stdio: 'ignore' })
  // Comes to its end when the command has opened the other side.
  const writer = await open(pipe, 'w')
  const closed = once(child, 'close')
  child.kill('SIGINT')
  // To a shell both are 130.
  expect([
    [130, null],
    [null, 'SIGINT'],
  ]).toContainEqual(await closed)
  await writer.close()
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))

test.skipIf(process.platform === 'win32')('a benchmark that waits for a pipe of fixtures ends with the first signal', async () => {
  const pipe = join(temporaryFolder(), 'pipe.jsonl')
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, '--fixtures', pipe], { stdio: 'ignore' })
  // Comes to its end when the command has opened the other side.
  const writer = await open(pipe, 'w')
  const closed = once(child, 'close')
  child.kill('SIGINT')
  expect(await closed).toEqual([null, 'SIGINT'])
  await writer.close()
})

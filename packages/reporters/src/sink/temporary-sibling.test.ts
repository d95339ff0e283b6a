import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { fileSink } from './file-sink.ts'
import { temporarySibling } from './temporary-sibling.ts'

const inFolder = useTempFolder()

it('what a killed process left beside a file is removed by the next that writes it, what others hold is not', async () => {
  const path = inFolder('out.json')
  const script = `
    import { fileSink } from './file-sink.ts'
    await fileSink(process.argv[1]).open()
    process.kill(process.pid, 'SIGKILL')
  `
  const node = ['--no-warnings', '--conditions=@assay/source', '--input-type=module', '--eval', script]
  for (const file of [path, inFolder('other.json')]) spawnSync(process.execPath, [...node, file], { cwd: import.meta.dirname })
  expect(readdirSync(inFolder('.'))).toHaveLength(2)

  const mine = temporarySibling(path)
  const living = mine.replace(`-${process.pid}-`, `-${process.ppid}-`)
  const elsewhere = mine.replace(/\.[0-9a-f]{6}-\d+-/, '.000000-1-')
  const theirs = inFolder('.out.json.notes.tmp')
  for (const file of [mine, living, elsewhere, theirs]) writeFileSync(file, '')

  const sink = fileSink(path)
  await sink.open()
  await sink.write('whole')
  await sink.close()
  expect(readFileSync(path, 'utf8')).toBe('whole')
  const left = readdirSync(inFolder('.')).filter((name) => !name.startsWith('.other.json.'))
  expect(left.toSorted()).toEqual(['out.json', ...[mine, living, elsewhere, theirs].map((file) => basename(file))].toSorted())
  expect(readdirSync(inFolder('.'))).toHaveLength(left.length + 1)
})

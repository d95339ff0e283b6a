import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'

const inFolder = useTempFolder()
/** A file may be 8 blocks of 512 bytes long; what raises that limit would else end the process, which no full disk does. */
const LIMIT = 4096
const SCRIPT = `
  import { growingFileSink } from './growing-file-sink.ts'
  process.on('SIGXFSZ', () => {})
  const [path, start, ...texts] = process.argv.slice(1)
  const sink = growingFileSink(path, { start })
  await sink.open()
  for (const text of texts) await sink.write(text).catch(({ kind, message }) => console.log(kind, message))
  const { bytes } = await sink.close()
  console.log(bytes)
`

function writeUntilFull(path: string, start: string, texts: readonly string[]): string {
  const node = [process.execPath, '--no-warnings', '--conditions=@assay/source', '--input-type=module', '--eval', SCRIPT, path, start]
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
  return spawnSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node, ...texts], options).stdout
}

describe.skipIf(process.platform === 'win32')('a file that grows on a disk that gets full', () => {
  const line = (letter: string, length: number): string => `${letter.repeat(length - 1)}\n`

  it('ends after its last whole line, and says that it could not be written', () => {
    const path = inFolder('out.jsonl')
    const said = writeUntilFull(path, 'empty', [line('a', 1000), line('b', 1000) + line('c', 1000) + line('d', 2000) + line('e', 10)])
    expect(said).toMatch(/^config Cannot write .*out\.jsonl: .*\n3000\n$/)
    expect(readFileSync(path, 'utf8')).toBe(line('a', 1000) + line('b', 1000) + line('c', 1000))
  })

  it('loses none of the complete lines that were there', () => {
    const path = inFolder('out.jsonl')
    writeFileSync(path, `${line('a', 3000)}half`)
    writeUntilFull(path, 'after-last-line', [line('b', 2000)])
    expect(readFileSync(path, 'utf8')).toBe(line('a', 3000))
    writeUntilFull(path, 'end', [line('b', 1096), line('c', 10)])
    expect(readFileSync(path, 'utf8')).toBe(line('a', 3000) + line('b', 1096))
    expect(readFileSync(path)).toHaveLength(LIMIT)
  })
})

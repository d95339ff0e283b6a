import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { simulatedRun } from '../correct/__fixtures__/simulated-run.ts'
import { fixtureFile, items, temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))
/** What reaches the limit of a file's size would else end the process, which no full disk does. */
const UNHURT = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})"

/** Runs the command where no file gets longer than 4,096 bytes. */
function runUntilFull(
  cwd: string,
  ...args: readonly string[]
): { readonly code: number | null; readonly err: string; readonly out: string } {
  const node = [process.execPath, '--no-warnings', '--conditions=@assay/source', UNHURT, bin, ...args]
  const { status, stderr, stdout } = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node], { cwd, encoding: 'utf8' })
  return { code: status, err: stderr, out: stdout }
}

describe.skipIf(process.platform === 'win32')('on a disk that gets full', () => {
  test('a benchmark names the file that failed, leaves nothing of it, and writes the others', () => {
    const cwd = temporaryFolder()
    const { code, err, out } = runUntilFull(cwd, '--fixtures', fixtureFile(items(4)), '-o', 'r.html', '-o', 'r.txt')
    expect([code, err]).toEqual([3, expect.stringContaining('Cannot write r.html')])
    expect(readdirSync(cwd)).toEqual(['r.txt'])
    expect(readFileSync(join(cwd, 'r.txt'), 'utf8')).toBe(out)
  })

  test('a sheet of labels is not begun, and one that was there stays', () => {
    const cwd = temporaryFolder()
    const { report, samples } = simulatedRun({ seed: 1, rows: 60, tpr: 0.9, tnr: 0.9, support: 0.7 })
    writeFileSync(join(cwd, 'report.json'), JSON.stringify(report))
    writeFileSync(join(cwd, 'rows.jsonl'), samples.map((sample) => JSON.stringify(sample)).join('\n'))
    const given = ['label', 'report.json', '--data', 'rows.jsonl']
    const before = readdirSync(cwd)
    expect(runUntilFull(cwd, ...given)).toMatchObject({ code: 2, err: expect.stringContaining('Cannot write labels.csv') })
    expect(readdirSync(cwd)).toEqual(before)
    writeFileSync(join(cwd, 'labels.csv'), 'hours of work')
    expect(runUntilFull(cwd, ...given, '--force').code).toBe(2)
    expect(readFileSync(join(cwd, 'labels.csv'), 'utf8')).toBe('hours of work')
  })
})

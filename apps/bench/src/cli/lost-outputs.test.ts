import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixtureFile, honest, items, startFakeJudge, temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'
import { runBenchCommand } from './__fixtures__/run-bench-command.ts'
import { jsonOutput } from './json-output.ts'

/** A folder to run in, and a server that removes the folder `out` at the first request. */
async function place() {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'out'))
  const server = await startFakeJudge((claim) => {
    rmSync(join(cwd, 'out'), { recursive: true, force: true })
    return honest(claim)
  })
  const row = { id: 'r1', reference: 'It is true.', retrieved_contexts: ['So it is.'] }
  writeFileSync(join(cwd, 'rows.jsonl'), JSON.stringify(row))
  const pairs = Array.from({ length: 4 }, (_, at) => ({ a: `a ${at}`, b: `b ${at}`, label: at % 2 }))
  writeFileSync(join(cwd, 'pairs.jsonl'), pairs.map((pair) => JSON.stringify(pair)).join('\n'))
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
  return { server, cwd, run: (...args: string[]) => runBenchCommand(args, { cwd, env }) }
}

const PROVIDERS = ['providers', '--judge', 'openai:m', '--judge', 'lexical', '--data', 'rows.jsonl']

describe('a file of figures', () => {
  test('that cannot be written is refused before any call', async () => {
    const { server, run } = await place()
    const pairs = ['similarities', '--similarity', 'embedding:openai:e', '--pairs', 'pairs.jsonl']
    for (const args of [PROVIDERS, pairs]) {
      const { code, out, err } = await run(...args, '-o', 'none/x.json')
      expect([code, out, err]).toEqual([2, '', expect.stringContaining('Cannot write none/x.json')])
    }
    expect(server.requests).toHaveLength(0)
  })

  test('that fails at the end: the comparison is printed, and resuming writes the file', async () => {
    const { server, cwd, run } = await place()
    const { code, out, err } = await run(...PROVIDERS, '-o', 'out/x.json')
    expect([code, out]).toEqual([3, expect.stringContaining('Context recall of 1 rows by 2 judges')])
    expect(err).toContain('Cannot write out/x.json')
    const id = /--resume=(\S+)/.exec(err)?.[1] ?? 'none was named'
    expect(await run('providers', `--resume=${id}`, '-o', 'x.json')).toMatchObject({ code: 0, err: '' })
    expect([existsSync(join(cwd, 'x.json')), server.requests]).toEqual([true, [expect.anything()]])
  })

  test('that fails at the end does not affect the other files of a benchmark', async () => {
    const { cwd, run } = await place()
    const given = ['--judge', 'openai:m', '--fixtures', fixtureFile(items(2))]
    const { code, out, err } = await run(...given, '-o', 'out/x.json', '-o', 'x.md')
    expect([code, out]).toEqual([3, expect.stringMatching(/^a {2}openai:m/m)])
    expect(err).toMatch(/Cannot write out\/x\.json[^]*to resume it: assay-bench --resume=/)
    expect(existsSync(join(cwd, 'x.md'))).toBe(true)
  })

  test('is not there before it is whole, and nothing is left of looking whether it can be', async () => {
    const folder = temporaryFolder()
    await jsonOutput(join(folder, 'x.json')).check()
    expect(readdirSync(folder)).toEqual([])
    await expect(jsonOutput(folder).check()).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('it is a folder') })
    await expect(jsonOutput('/dev/null').check()).resolves.toBeUndefined()
  })
})

import { spawnSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const row = { id: 'a', reference: 'X is 1.', retrieved_contexts: ['X is 1.'], retrieved_context_ids: ['d1'], reference_context_ids: ['d1'] }
const byId = ['-m', 'id-based-context-recall']
const adapter = { provider: 'p', modelId: 'm', capabilities: {}, fingerprint: {} }
const call = { messages: [] }
const reply = {
  text: '{}',
  finishReason: 'stop',
  usage: { calls: 1, inputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 1, reasoningTokens: null },
  modelId: 'm',
}

const files = {
  'rows.jsonl': jsonl(row),
  'rows.json': JSON.stringify([row]),
  'rows.csv': 'id,reference\na,b\n',
  'replies.jsonl': jsonl({ v: 1, key: 'k', draw: 0, adapter, call, reply }),
  'prices.json': JSON.stringify({ source: 's', date: '2026-01-01', prices: [] }),
  'assay.config.json': JSON.stringify({ metrics: ['id-based-context-recall'], data: 'rows.jsonl', output: 'rows.jsonl' }),
  'own.config.json': JSON.stringify({ metrics: ['id-based-context-recall'], data: 'rows.jsonl' }),
  'promptfooconfig.yaml': 'tests: tests.json\n',
  'tests.json': JSON.stringify([{ vars: { context: ['x'] }, assert: [{ type: 'context-recall', value: 'file://reference.txt' }] }]),
  'reference.txt': 'X is 1.',
}

function folder(): string {
  const cwd = project(files)
  symlinkSync('rows.jsonl', join(cwd, 'link.jsonl'))
  linkSync(join(cwd, 'rows.jsonl'), join(cwd, 'hard.jsonl'))
  return cwd
}

function contents(cwd: string): Record<string, string> {
  return Object.fromEntries(readdirSync(cwd).map((name) => [name, readFileSync(join(cwd, name), 'utf8')]))
}

describe('a report that would take the place of what it is made from is refused, and nothing is touched', () => {
  it.each([
    ['the data', ['rows.jsonl', ...byId, '-o', 'rows.jsonl'], '-o rows.jsonl is a file that is read here'],
    ['the data in another spelling', ['rows.json', ...byId, '-o', './rows.json'], '-o ./rows.json is rows.json, which is read here'],
    ['the data behind a link', ['rows.jsonl', ...byId, '-o', 'link.jsonl'], '-o link.jsonl is rows.jsonl, which'],
    ['a link to it that is data', ['link.jsonl', ...byId, '-o', 'rows.jsonl'], '-o rows.jsonl is link.jsonl, which'],
    ['the data under a second name', ['rows.jsonl', ...byId, '-o', 'hard.jsonl'], '-o hard.jsonl is rows.jsonl, which'],
    ['data that a pattern names', ['*.csv', ...byId, '-o', 'rows.csv'], '-o rows.csv is a file'],
    [
      'the recording that answers',
      ['rows.json', '-m', 'context-recall', '-j', 'recorded:replies.jsonl', '-o', 'replies.jsonl'],
      'replies.jsonl',
    ],
    [
      'one judge of a recording',
      ['rows.json', '-m', 'context-recall', '-j', 'recorded:replies.jsonl#p:m', '-o', 'replies.jsonl'],
      'replies.jsonl',
    ],
    [
      'the prices',
      ['rows.jsonl', '-m', 'context-recall', '-j', 'recorded:replies.jsonl', '--prices', 'prices.json', '-o', 'prices.json'],
      '-o prices.json is a file',
    ],
    ['the configuration', ['-c', 'own.config.json', '-o', 'own.config.json'], '-o own.config.json is '],
    ['by the configuration itself', ['-c', 'assay.config.json'], 'assay.config.json:1: output rows.jsonl is a file that is read here'],
    ['tests of promptfoo', ['-c', 'promptfooconfig.yaml', '-j', 'recorded:replies.jsonl', '-o', 'tests.json'], 'tests.json, which is read'],
    [
      'a text of promptfoo',
      ['-c', 'promptfooconfig.yaml', '-j', 'recorded:replies.jsonl', '-o', 'reference.txt'],
      'reference.txt, which is read',
    ],
    ['another report', ['rows.jsonl', ...byId, '-o', 'new.json', '-o', './new.json'], '-o new.json and -o ./new.json are one file'],
  ])('%s', async (_what, args, message) => {
    const cwd = folder()
    const before = contents(cwd)
    const config = args.includes('-c') ? [] : ['-c', 'own.config.json']
    const ran = await runAssay(['eval', ...args, ...config], { cwd })
    expect(ran.err).toContain(message)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(contents(cwd)).toEqual(before)
  })

  it('the file on the standard input', () => {
    const cwd = folder()
    const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))
    const line = '"$@" <rows.jsonl'
    const args = [process.execPath, '--conditions=@assay/source', bin, 'eval', '-', ...byId, '-c', 'own.config.json', '-o', 'rows.jsonl']
    const ran = spawnSync('/bin/sh', ['-c', line, 'sh', ...args], { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'] } })
    expect(ran.stderr).toContain('-o rows.jsonl is the file on the standard input: it would be overwritten')
    expect(ran.status).toBe(2)
    expect(readFileSync(join(cwd, 'rows.jsonl'), 'utf8')).toBe(files['rows.jsonl'])
  })

  it('validate says before that a report could not be written', async () => {
    const cwd = folder()
    for (const [output, why] of [
      ['none/r.json', 'ENOENT'],
      ['rows.jsonl/r.json', 'rows.jsonl is no folder'],
    ] as const) {
      const ran = await runAssay(['validate', 'rows.jsonl', ...byId, '-c', 'own.config.json', '-o', output], { cwd })
      expect([ran.code, ran.out]).toEqual([2, expect.stringMatching(`✗ outputs: Cannot write ${output}: ${why}`)])
    }
  })

  it('validate says so before', async () => {
    const cwd = folder()
    const ran = await runAssay(['validate', 'rows.jsonl', ...byId, '-c', 'own.config.json', '-o', 'rows.jsonl'], { cwd })
    expect(ran.code).toBe(2)
    expect(ran.out).toContain('✗ outputs: -o rows.jsonl is a file that is read here')
  })
})

it('a report of before is replaced, and a pipe is written to', async () => {
  const cwd = project({ 'rows.jsonl': files['rows.jsonl'], 'r.json': 'before' })
  const ran = await runAssay(['eval', 'rows.jsonl', ...byId, '-o', 'r.json', '--quiet'], { cwd })
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 })
})

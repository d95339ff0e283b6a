import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay, runAssayProcess } from '../../__fixtures__/run-assay.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id, retrieved_context_ids: ['d1'], reference_context_ids: ['d1', 'd2'] }))
const byId = ['-m', 'id-based-context-recall']
const USAGE = JSON.stringify({ calls: 1, inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 })
const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))
type Ended = { readonly code: number | null; readonly signal: string | null; readonly err: string }
type Interrupted = {
  /** What stands on a standard input that stays open. */
  readonly input?: string
  /** When the signal is sent: as soon as this holds, looked at again and again. */
  readonly when: () => boolean
}

/** Runs the command and sends it a signal. */
function interrupted(cwd: string, args: readonly string[], { input = '', when }: Interrupted): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, 'eval', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  child.stdin.write(input)
  const timer = setInterval(() => {
    if (!when()) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 50)
  return new Promise((resolve) => {
    child.on('exit', (code, killedBy) => {
      clearInterval(timer)
      child.stdin.destroy()
      resolve({ code, signal: killedBy, err })
    })
  })
}

/** As a shell shows it: death by a signal is 128 and its number. */
function shown({ code, signal }: Ended): number | null {
  return signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : code
}

describe.skipIf(process.platform === 'win32')('one signal ends a run', () => {
  it('whose standard input nobody closes, with the rows that came', async () => {
    const cwd = project({})
    const report = join(cwd, 'r.jsonl')
    const when = (): boolean => existsSync(report) && readFileSync(report, 'utf8').includes('"id":"c"')
    const ran = await interrupted(cwd, ['-', ...byId, '--quiet', '-o', 'r.jsonl'], { input: jsonl(...rows), when })
    expect(shown(ran)).toBe(130)
    const lines = readFileSync(report, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.flatMap(({ id }) => id ?? [])).toEqual(['a', 'b', 'c'])
    expect(lines.at(-1)).toMatchObject({ summary: { id_based_context_recall: { scored: 3 } } })
  })

  it.each([
    ['its data', ['pipe.jsonl', ...byId, '-o', 'r.json']],
    ['its report', ['rows.jsonl', ...byId, '-o', 'pipe.jsonl']],
    ['its configuration', ['rows.jsonl', ...byId, '-c', 'pipe.yaml']],
  ])('that waits for a pipe in the place of %s', async (_what, args) => {
    const cwd = project({ 'rows.jsonl': jsonl(...rows) })
    for (const name of ['pipe.jsonl', 'pipe.yaml']) execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', join(cwd, name)])
    const begun = performance.now()
    const ran = await interrupted(cwd, args, { when: () => performance.now() - begun > 1500 })
    // Before a slow machine comes to where it has results to lose, the signal just ends it.
    expect([130, 143]).toContain(shown(ran))
    expect(existsSync(join(cwd, 'r.json'))).toBe(false)
  })
})

describe('code of the user in a configuration', () => {
  const config = (text: string) => project({ 'rows.jsonl': jsonl(...rows), 'assay.config.mjs': text })
  const metrics = "metrics: ['id-based-context-recall']"

  it('may leave a timer open', async () => {
    const cwd = config(`setInterval(() => {}, 1000)\nexport default { ${metrics} }`)
    expect(await runAssayProcess(['eval', 'rows.jsonl', '--quiet'], { cwd })).toEqual({ code: 0, out: '', err: '' })
  })

  it.each([
    [
      'throws from a timer',
      `setTimeout(() => { throw new TypeError('late') }, 0)\nawait new Promise((r) => setTimeout(r, 1000))\nexport default { ${metrics} }`,
      /TypeError: late \(.*assay\.config\.mjs:1:\d+\)/,
    ],
    [
      'rejects a promise',
      `Promise.reject(new Error('nobody'))\nawait new Promise((r) => setTimeout(r, 1000))\nexport default { ${metrics} }`,
      /Error: nobody/,
    ],
    ['throws from a getter', "export default { get metrics() { throw new Error('getter') } }", /Error: getter/],
    ['never finishes loading', `await new Promise(() => {})\nexport default { ${metrics} }`, /it waits for something that can never come/],
  ])('that %s ends in one sentence and exit 2, as nothing was scored', async (_what, text, message) => {
    const { code, out, err } = await runAssayProcess(['eval', 'rows.jsonl', '--quiet'], { cwd: config(text) })
    expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 2, out: '', lines: 2 })
    expect(err).toMatch(message)
  })

  it('that breaks in the middle of a run ends it with what was scored, and exit 3', async () => {
    const judge = `{ provider: 'own', modelId: 'm', specificationVersion: 'v1', capabilities: { structuredOutput: 'native' }, fingerprint: { v: 1 }, async doGenerate() {
      calls += 1
      if (calls === 2) { setTimeout(() => { throw new RangeError('boom') }, 0); await new Promise((r) => setTimeout(r, 300)) }
      return { text: '{"claims":[{"text":"It is.","reason":"So.","evidence":[],"supported":true}]}', finishReason: 'stop', modelId: 'm', usage: ${USAGE} }
    } }`
    const texts = ['a', 'b', 'c', 'd'].map((id) => ({ id, reference: `It is ${id}.`, retrieved_contexts: [`It is ${id}.`] }))
    const cwd = project({
      'rows.jsonl': jsonl(...texts),
      'assay.config.mjs': `let calls = 0\nexport default { judge: ${judge}, strategy: 'single-pass', concurrency: 1, metrics: ['context-recall'] }`,
    })
    const { code, err } = await runAssayProcess(['eval', 'rows.jsonl', '--quiet', '-o', 'r.json'], { cwd })
    expect(err).toMatch(/^assay: unexpected error: RangeError: boom/)
    expect(code).toBe(3)
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))
    expect(report.rows[0].scores.context_recall).toMatchObject({ status: 'scored', value: 1 })
  })
})

it("a judge of one's own that never answers ends the run, with what was scored", async () => {
  const judge = `{ kind: 'judge', id: 'own', version: '1', signature: 'own@1', async verify({ claims }) {
    calls += 1
    if (calls === 2) await new Promise(() => {})
    return { verdicts: claims.map(({ id }) => ({ claim: id, outcome: 'supported', reason: 'So.', evidence: [] })) }
  } }`
  const texts = ['a', 'b', 'c'].map((id) => ({ id, reference: `It is ${id}.`, retrieved_contexts: [`It is ${id}.`] }))
  const cwd = project({
    'rows.jsonl': jsonl(...texts),
    'assay.config.mjs': `let calls = 0\nexport default { judge: ${judge}, concurrency: 1, metrics: ['context-recall'] }`,
  })
  const { code, err } = await runAssayProcess(['eval', 'rows.jsonl', '--quiet', '-o', 'r.json'], { cwd })
  expect(err).toMatch(/^assay: stopped: it waits for something that can never come/)
  expect(code).toBe(3)
  const { rows: written } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))
  expect(written[0].scores.context_recall).toMatchObject({ status: 'scored', value: 1 })
  expect(written[1].scores.context_recall).toMatchObject({ status: 'unscored', cause: 'config' })
})

describe.skipIf(!existsSync('/dev/full'))('a full disk behind stdout is one sentence and no failed gate', () => {
  it.each([
    ['eval rows.jsonl -m id-based-context-recall', 3],
    ['eval rows.jsonl -m id-based-context-recall --quiet -o -', 3],
    ['--help', 2],
    ['--version', 2],
    ['config print', 2],
    ['validate rows.jsonl -m id-based-context-recall', 2],
    ['compare r.json r.json', 2],
  ])('assay %s', async (line, code) => {
    const cwd = project({ 'rows.jsonl': jsonl(...rows) })
    await runAssay(['eval', 'rows.jsonl', ...byId, '--quiet', '-o', 'r.json'], { cwd })
    const child = spawn(
      '/bin/sh',
      ['-c', '"$@" >/dev/full', 'sh', process.execPath, '--conditions=@assay/source', bin, ...line.split(' ')],
      {
        cwd,
        env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
    const ended = await new Promise((resolve) => {
      child.on('close', resolve)
    })
    expect(err).toMatch(/^assay: .*ENOSPC.*\n$/)
    if (line.endsWith('-o -')) expect(err).toMatch(/^assay: the standard output was lost: /)
    expect(ended).toBe(code)
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type OpenAIReply, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { type Ran, runAssay } from '../../__fixtures__/run-assay.ts'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))
const ids = (id: string) => ({ id, retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] })
const texts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, reference: `It is ${id}.`, retrieved_contexts: [`It is ${id}.`] }))
const thrower =
  'export default { columns: { reference_context_ids: (row) => { if (row.id === "b") throw new Error("no ids"); return ["d1"] } } }'
const FILES = {
  'ids.jsonl': jsonl(ids('a'), ids('b')),
  'cut.jsonl': `${jsonl(ids('a'))}{"id":`,
  'twice.jsonl': jsonl(ids('a'), ids('a')),
  'cut-texts.jsonl': `${jsonl(...texts)}{"id":`,
  'texts.jsonl': jsonl(...texts),
  'two.jsonl': jsonl(...texts.slice(0, 2)),
  'open.jsonl': jsonl(ids('a'), { ...ids('b'), reference_context_ids: [] }),
  'broken.jsonl': '{"id":',
  'empty.jsonl': '',
  'prices.json': JSON.stringify([{ provider: 'openai', model: 'm', input: 1, output: 1 }]),
  'thrower.mjs': thrower,
}
const REPORTS = ['r.json', 'r.jsonl', 'r.csv', 'r.xml', 'r.md', 'r.html', 'r.txt']
const byId = ['-m', 'id-based-context-recall']
const judged = ['texts.jsonl', '-m', 'context-recall', '-j', 'openai:m', '--concurrency', '1', '--max-retries', '0']
const onTexts = (data: string, ...more: string[]) => [data, ...judged.slice(1), ...more]

const failure = (status: number, code: string, headers = {}): OpenAIReply => ({ status, headers, error: { code, message: 'not today' } })
/** What a server says of each request, by its number. */
const SERVERS = {
  judging: literalJudge,
  'that refuses the key': () => failure(401, 'invalid_api_key'),
  'without the model': () => failure(404, 'model_not_found'),
  'without credit for it': () => failure(429, 'insufficient_quota'),
  'that is busy for days': () => failure(429, 'rate_limit_exceeded', { 'retry-after': '400000' }),
  'that refuses to judge': () => ({ refusal: 'I would rather not.' }),
  'whose credit ends': (request: Parameters<typeof literalJudge>[0] & { index: number }) =>
    request.index < 3 ? literalJudge(request) : failure(429, 'insufficient_quota'),
} as const
type Server = keyof typeof SERVERS | 'that is not there'

type Stop = {
  readonly what: string
  readonly args: readonly string[]
  readonly server?: Server
  /** Without a key in the environment. */
  readonly isKeyless?: true
  readonly code: number
  /** What stderr says of it, and every report that has a place for it. */
  readonly reason: string
  /** As in JSON; absent where the run came to its end. */
  readonly cause?: string
  readonly rows: number
}

type Run = (args: readonly string[], o: { readonly cwd: string; readonly env: Record<string, string> }) => Promise<Ran>

/** The command with its standard output closed, as by `>&-`: only a process has one. */
const withoutStdout: Run = async (args, { cwd, env }) => {
  const child = spawn('/bin/sh', ['-c', 'exec "$@" >&-', 'sh', process.execPath, '--conditions=@assay/source', bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, err }
}

/** What `run` makes of an evaluation that writes all reports. */
async function evaluated(run: Run, cwd: string, { args, server, isKeyless }: Pick<Stop, 'args' | 'server' | 'isKeyless'>): Promise<Ran> {
  await using fake = await startFakeOpenAI(SERVERS[server === undefined || server === 'that is not there' ? 'judging' : server])
  const url = server === 'that is not there' ? 'http://127.0.0.1:9/v1' : fake.url
  const env: Record<string, string> = isKeyless === true ? {} : { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' }
  return await run(['eval', ...args, ...REPORTS.flatMap((name) => ['-o', name])], { cwd, env })
}

const stops: readonly Stop[] = [
  { what: 'a broken line', args: ['cut.jsonl', ...byId], code: 3, cause: 'data', rows: 1, reason: 'cut.jsonl, line 2' },
  {
    what: 'a repeated id',
    args: ['twice.jsonl', ...byId],
    code: 3,
    cause: 'data',
    rows: 1,
    reason: 'was already given at twice.jsonl, line 1',
  },
  {
    what: 'a field that no row has',
    args: ['texts.jsonl', ...byId],
    code: 2,
    cause: 'data',
    rows: 5,
    reason: 'no row has reference_context_ids',
  },
  {
    what: 'a column function that throws',
    args: ['ids.jsonl', ...byId, '-c', 'thrower.mjs'],
    code: 3,
    cause: 'data',
    rows: 1,
    reason: 'the function given for this field threw: no ids',
  },
  {
    what: 'a broken line, found before the first paid call',
    args: onTexts('cut-texts.jsonl'),
    code: 2,
    cause: 'data',
    rows: 0,
    reason: 'cut-texts.jsonl, line 6',
  },
  { what: 'no key', args: judged, isKeyless: true, code: 2, cause: 'auth', rows: 3, reason: 'no key for' },
  {
    what: 'a key that is refused',
    args: judged,
    server: 'that refuses the key',
    code: 2,
    cause: 'auth',
    rows: 3,
    reason: 'HTTP 401: not today',
  },
  {
    what: 'a key that is refused for fewer rows than end a run',
    args: onTexts('two.jsonl'),
    server: 'that refuses the key',
    code: 2,
    rows: 2,
    reason: 'HTTP 401: not today',
  },
  {
    what: 'a model that is not there',
    args: judged,
    server: 'without the model',
    code: 2,
    cause: 'model_not_found',
    rows: 3,
    reason: 'not today',
  },
  {
    what: 'a server that is not there',
    args: judged,
    server: 'that is not there',
    code: 2,
    cause: 'connection',
    rows: 3,
    reason: 'could not be reached',
  },
  {
    what: 'no credit at the first call',
    args: judged,
    server: 'without credit for it',
    code: 3,
    cause: 'quota',
    rows: 3,
    reason: 'not today',
  },
  { what: 'credit that ends', args: judged, server: 'whose credit ends', code: 3, cause: 'quota', rows: 4, reason: 'not today' },
  {
    what: 'a server that is busy for days',
    args: [...judged.slice(0, -1), '1'],
    server: 'that is busy for days',
    code: 3,
    cause: 'rate_limit',
    rows: 3,
    reason: 'not today',
  },
  {
    what: 'the same refusal on row after row',
    args: [...judged, '--stop-after', '2'],
    server: 'that refuses to judge',
    code: 3,
    cause: 'refused',
    rows: 2,
    reason: 'failed the same way on 2 rows in a row',
  },
  {
    what: 'a budget of tokens without room',
    args: [...judged, '--budget-tokens', '1'],
    code: 3,
    cause: 'budget',
    rows: 1,
    reason: 'The budget of 1 tokens leaves no room',
  },
  {
    what: 'a budget of dollars without room',
    args: [...judged, '--budget-usd', '0.000001', '--prices', 'prices.json'],
    code: 3,
    cause: 'budget',
    rows: 1,
    reason: 'leaves no room',
  },
  { what: 'rows without a score', args: ['open.jsonl', ...byId], code: 3, rows: 2, reason: 'There are no reference ids' },
]

describe('what ends a run, or decides its exit code, stands on stderr with stdout closed, and in every report:', () => {
  it.each(stops)('$what', async (stop) => {
    const cwd = project(FILES)
    const { code, out, err } = await evaluated(withoutStdout, cwd, stop)
    expect({ code, out }).toEqual({ code: stop.code, out: '' })
    const lines = err.split('\n').filter((line) => line.includes(stop.reason))
    expect(lines).toEqual([expect.stringMatching(/^assay: (?!warning)/)])
    expect(err).toContain(`assay: wrote ${REPORTS.join(', ')}\n`)
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))
    expect(report.rows).toHaveLength(stop.rows)
    expect(report.stopped?.cause).toBe(stop.cause)
    for (const name of REPORTS) {
      const written = readFileSync(join(cwd, name), 'utf8')
      // Lines of CSV are rows: what ended the run between two of them has no place there.
      if (name === 'r.csv') expect(written).toMatch(/^id,index,cluster,/)
      else expect(flat(written), name).toContain(stop.reason)
    }
  })

  it('a gate that failed', async () => {
    const cwd = project(FILES)
    const { code, err } = await evaluated(withoutStdout, cwd, {
      args: ['ids.jsonl', ...byId, '--fail-under', 'id_based_context_recall=0.9'],
    })
    expect(code).toBe(1)
    expect(err).toContain('assay: gate failed: id_based_context_recall: mean at least 0.9; it is 0.500\n')
  })
})

describe('where no row could be read, the reason stands on stderr, and a report of before stays:', () => {
  it.each([
    ['a file that is not there', ['none.jsonl', ...byId], 'none.jsonl: there is no such file'],
    ['a file that is empty', ['empty.jsonl', ...byId], 'empty.jsonl: the file is empty'],
    ['a first line that is broken', ['broken.jsonl', ...byId], 'broken.jsonl, line 1'],
    ['the same before paid calls', onTexts('broken.jsonl'), 'broken.jsonl, line 1'],
    ['a budget in dollars without a price', [...judged, '--budget-usd', '1'], 'A budget in dollars needs a price for openai:m'],
  ])('%s', async (_what, args, reason) => {
    const before = Object.fromEntries(REPORTS.slice(0, -1).map((name) => [name, 'of before']))
    const cwd = project({ ...FILES, ...before })
    const { code, err } = await evaluated(runAssay, cwd, { args })
    expect([code, err]).toEqual([2, expect.stringContaining(`assay: ${reason}`)])
    for (const name of Object.keys(before)) expect(readFileSync(join(cwd, name), 'utf8'), name).toBe('of before')
    expect(existsSync(join(cwd, 'r.txt'))).toBe(false)
  })
})

/** Text as if no line were broken to fit a page. */
function flat(report: string): string {
  return report.replaceAll(/\s+/g, ' ')
}

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReplyStore } from '@assay/runner'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, runAssay } from '../__fixtures__/run-assay.ts'

let folder: string
let server: FakeServer
/** What the judge says of the n-th request. */
let answer: (
  index: number,
) => Parameters<typeof startFakeOpenAI>[0] extends infer T ? (T extends (...args: never) => infer R ? R : never) : never

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-paid-'))
  answer = () => supported(true)
  server = await startFakeOpenAI(({ index }) => answer(index))
  writeRows(6)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function supported(value: boolean): string {
  return JSON.stringify({ claims: [{ text: 'It is so.', reason: 'It says so.', evidence: [], supported: value }] })
}

function writeRows(count: number): void {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    user_input: `Question ${i}?`,
    reference: `Answer ${i}.`,
    retrieved_contexts: [`Context ${i}.`],
    metadata: { topic: i % 2 === 0 ? 'even' : 'odd' },
  }))
  writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const command = ['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'openai:toy', '--strategy', 'single-pass']

function assay(args: readonly string[], more?: Parameters<typeof runAssay>[1]): Promise<Ran> {
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
  return runAssay(args, { cwd: folder, ...more, env: { ...env, ...more?.env } })
}

async function reportOf(...options: string[]) {
  const ran = await assay([...command, '--quiet', '-o', '-', ...options])
  return { ...ran, report: ran.out === '' ? undefined : JSON.parse(ran.out) }
}

describe('replies are kept', () => {
  it('so that the same run again asks nobody, unless the cache is off', async () => {
    await reportOf()
    expect(server.requests).toHaveLength(6)
    const again = await reportOf()
    expect(again.report).toMatchObject({ usage: { calls: 0 }, summary: { context_recall: { mean: 1, scored: 6 } } })
    expect(server.requests).toHaveLength(6)
    await reportOf('--no-cache')
    expect(server.requests).toHaveLength(12)
  })

  it('for as long as is asked', async () => {
    await reportOf()
    await reportOf('--cache-ttl', '1h')
    expect(server.requests).toHaveLength(6)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await reportOf('--cache-ttl', '0.01s')
    expect(server.requests).toHaveLength(12)
    expect(await reportOf('--cache-ttl', '1h', '--no-cache')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Leave one of the two out'),
    })
    expect((await reportOf('--cache-ttl', 'soon')).err).toContain('--cache-ttl soon: expected a number with one of s, m, h, d, w')
  })

  it('out of reach of other users and of version control', async () => {
    await reportOf()
    expect(readFileSync(join(folder, '.assay', '.gitignore'), 'utf8').trim()).toBe('*')
    for (const name of ['replies.sqlite'])
      expect(readFileSync(join(folder, '.assay', name), 'latin1')).not.toContain('sk-test-0123456789abcdef')
  })
})

it('a key that is named twice is found before any row is paid for, wherever it stands', async () => {
  writeRows(1100)
  const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8').split('\n')
  lines[1050] = '{"id":"r1050","reference":"One.","reference":"Two.","retrieved_contexts":["One."]}'
  writeFileSync(join(folder, 'rows.jsonl'), lines.join('\n'))
  const { code, err } = await reportOf()
  expect(code).toBe(2)
  expect(err).toMatch(/rows\.jsonl.*1051.*reference/)
  expect(server.requests).toHaveLength(0)
})

describe('a dry run', () => {
  it('says calls and tokens, asks nobody, and knows what is kept', async () => {
    const first = await assay([...command, '--dry-run'])
    expect(first.code).toBe(0)
    expect(first.out).toMatch(/context_recall +openai:toy +6 +6 +0 /)
    expect(server.requests).toHaveLength(0)
    expect(existsSync(join(folder, '.assay'))).toBe(false)
    await reportOf()
    expect((await assay([...command, '--dry-run'])).out).toMatch(/context_recall +openai:toy +6 +0 +6 /)
    expect(server.requests).toHaveLength(6)
  })
})

describe('a run that ends before anything was kept', () => {
  it('is not said to be one that can be gone on with', async () => {
    const env = { OPENAI_API_KEY: '', OPENAI_BASE_URL: 'https://api.openai.com/v1' }
    const { code, err } = await assay([...command, '--quiet'], { env })
    expect(code).toBe(2)
    expect(err).toContain('no key for')
    expect(err).not.toContain('--resume')
  })
})

describe('a budget', () => {
  it('ends the run early; with more of it the run is resumed, and no reply is paid for twice', async () => {
    writeRows(60)
    const first = await reportOf('--budget-tokens', '1500', '--concurrency', '1')
    expect(first.code).toBe(3)
    expect(first.report.stopped.cause).toBe('budget')
    expect(first.err).toContain(`to go on with it: assay eval --resume=${first.report.run.id}`)
    const asked = server.requests.length
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(60)

    const second = await assay(['eval', '--resume', '--budget-tokens', '1000000'])
    expect(second.code).toBe(0)
    expect(server.requests).toHaveLength(60)
    const report = JSON.parse(second.out)
    expect(report).toMatchObject({ run: { id: first.report.run.id }, usage: { calls: 60 } })
    expect(report.rows).toHaveLength(60)
  })

  it('in dollars needs a price, which a file can give', async () => {
    const told = await assay(['validate', ...command.slice(1), '--offline', '--budget-usd', '1'])
    expect([told.code, told.out]).toEqual([2, expect.stringContaining('✗ settings: A budget in dollars needs a price for openai:toy')])
    const unpriced = await reportOf('--budget-usd', '1')
    expect(unpriced.code).toBe(2)
    expect(unpriced.err).toContain('A budget in dollars needs a price for openai:toy, and none is known.')
    expect(server.requests).toHaveLength(0)
    writeFileSync(
      join(folder, 'prices.json'),
      JSON.stringify([{ provider: 'openai', model: 'toy', input: 1, cachedRead: 1, cacheWrite: 1, output: 2 }]),
    )
    const { code, report } = await reportOf('--max-cost', '1', '--prices', 'prices.json')
    expect(code).toBe(0)
    const { inputTokens, outputTokens } = report.usage
    expect(report.cost).toBeCloseTo((inputTokens + 2 * outputTokens) / 1e6, 12)
    expect((await reportOf('--prices', 'nowhere.json')).err).toContain('--prices nowhere.json could not be read as JSON')
  })
})

describe('an interruption', () => {
  it('finishes what is in flight, says how to go on, and loses nothing', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined
    answer = (index) => {
      if (index === 2) kill?.('SIGINT')
      return supported(true)
    }
    const first = await assay([...command, '--quiet', '--no-cache', '-o', 'out.jsonl', '--concurrency', '1'], {
      onStart: (end) => {
        kill = end
      },
    })
    expect(first.code).toBe(130)
    expect(first.err).toContain('interrupted: finishing the calls in flight; once more stops at once')
    expect(first.err).toMatch(/to go on with it: assay eval --resume=\S+/)
    const inFirst = server.requests.length
    expect(inFirst).toBeLessThan(6)
    const second = await assay(['eval', '--resume'])
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(server.requests).toHaveLength(6)
    const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n')
    expect(lines.flatMap((line) => JSON.parse(line).id ?? [])).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5'])
  })

  it('that is resumed takes the options given beside it, and no other data', async () => {
    writeRows(60)
    await reportOf('--budget-tokens', '1500', '--concurrency', '1')
    expect(server.requests.length).toBeLessThan(60)
    writeFileSync(join(folder, 'other.jsonl'), '{}')
    const other = await assay(['eval', '--resume', 'other.jsonl'])
    expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/begun over rows\.jsonl\. Leave other\.jsonl out to go on with it/) })
    expect((await assay(['eval', '--resume', '-m', 'context-recal'])).err).toContain('no metric "context-recal"')
    const { out } = await assay(['eval', '--resume', './rows.jsonl', '--budget-tokens', '1000000', '-m', 'context-recall'])
    expect(Object.keys(JSON.parse(out).summary)).toEqual(['context_recall'])
    expect(server.requests).toHaveLength(60)
  })

  it('that asks otherwise than it began says so once, before all of it is paid for again', async () => {
    writeRows(30)
    const first = await reportOf('--budget-tokens', '1500', '--concurrency', '2')
    const { length } = server.requests
    const { code, err } = await assay(['eval', '--resume', '-j', 'openai:other', '--budget-tokens', '1000000'])
    expect(code).toBe(0)
    expect(err.match(/None of the \d+ replies that the run \S+ was left with is used.*another judge/g)).toHaveLength(1)
    expect(err).toContain(first.report.run.id)
    expect(server.requests).toHaveLength(length + 30)
  })

  it('that another process works on is named to who would go on with it', async () => {
    const store = await openReplyStore({ folder: join(folder, '.assay'), onWarning: () => undefined })
    await store.beginRun({ id: 'run-1', resume: null })
    const { code, err } = await assay(['eval', '--resume'])
    expect([code, err]).toEqual([2, expect.stringContaining('The unfinished run run-1 is being worked on by another process.')])
    await store.endRun('run-1', 'interrupted')
    await store.close()
    expect((await assay(['eval', '--resume'])).err).toContain('The run run-1 was not begun by this command.')
  })

  it.each([
    ['asks to wait a minute', { 'retry-after': '60' }],
    ['refuses every attempt', { 'retry-after': '0' }],
  ])('waits for no server that %s', async (_what, headers) => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined
    answer = (index) => {
      if (index === 0) return supported(true)
      if (index === 1) kill?.('SIGTERM')
      return { status: 429, headers, error: { message: 'slow down' } }
    }
    const ran = await assay([...command, '-o', 'out.json', '--max-retries', '100'], { onStart: (end) => void (kill = end) })
    expect(ran.code).toBe(130)
    const asked = server.requests.length
    expect(asked, 'those in flight, and no second attempt').toBeLessThanOrEqual(6)
    const { rows } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
    expect(rows[0].scores.context_recall.status).toBe('scored')
    expect(rows[1].scores.context_recall).toMatchObject({ status: 'unscored', cause: 'aborted' })
    answer = () => supported(true)
    const { code } = await assay(['eval', '--resume', '--max-retries', '0'])
    expect(code).toBe(0)
    expect(server.requests.length - asked, 'the answered row is not asked for again').toBe(5)
  })

  it.each([
    [['eval', '--resume'], 'There is no unfinished run in .assay.'],
    [['eval', '--resume=20261128T000000Z-abcdef'], 'There is no run 20261128T000000Z-abcdef in .assay.'],
  ])('that never was cannot be resumed: %j', async (args, message) => {
    const { code, err } = await assay(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('that is over cannot be resumed either', async () => {
    const { report } = await reportOf()
    const { code, err } = await assay(['eval', `--resume=${report.run.id}`])
    expect(code).toBe(2)
    expect(err).toContain('is finished: there is nothing to resume')
  })
})

describe('limits', () => {
  it('a request larger than a minute allows is never sent', async () => {
    const { report } = await reportOf('--tpm', '10', '--limit', '1')
    expect(report.rows[0].scores.context_recall).toMatchObject({ status: 'unscored', cause: 'request_too_large' })
    expect(server.requests).toHaveLength(0)
  })

  it('requests per minute are spread', async () => {
    const startedAt = performance.now()
    await reportOf('--rpm', '240', '--limit', '5')
    expect(server.requests).toHaveLength(5)
    // A lower bound cannot flake: 5 requests at 4 a second take at least three quarters of a second.
    expect(performance.now() - startedAt).toBeGreaterThan(750)
  })

  it('the same failure ends the run after as many rows as are allowed', async () => {
    answer = () => ({ status: 400, body: { error: { message: 'no such thing', code: 'model_not_found' } } })
    for (const [option, total] of [
      [[], 3],
      [['--stop-after', '2'], 2],
    ] as const) {
      const { err } = await reportOf('--concurrency', '1', '--no-cache', ...option)
      expect(err).toContain(`failed the same way on ${total} rows in a row`)
    }
  })

  it('of options are refused where nothing asks a model', async () => {
    const { code, err } = await assay(['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--budget-usd', '1'])
    expect(code).toBe(2)
    expect(err).toContain('--budget-usd is for calls to a model')
  })
})

describe('the result', () => {
  it('of repeats has the spread within rows, and each repeat is a call of its own', async () => {
    answer = (index) => supported(index % 2 === 0)
    const { report } = await reportOf('--repeat', '2', '--concurrency', '1')
    expect(server.requests).toHaveLength(12)
    expect(report.summary.context_recall.repeatStddev).toBeGreaterThan(0)
    expect(report.rows[0].scores.context_recall.repeats).toHaveLength(2)
  })

  it('is grouped by a column', async () => {
    const { report } = await reportOf('--group-by', 'metadata.topic')
    expect(report.summary.context_recall.groups['metadata.topic']).toMatchObject([
      { value: 'even', mean: 1, total: 3 },
      { value: 'odd', mean: 1, total: 3 },
    ])
  })
})

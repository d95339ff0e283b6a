import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Ran, runAssay } from '../../__fixtures__/run-assay.ts'

let folder: string
let server: FakeServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-validate-'))
  server = await startFakeOpenAI(() => 'yes')
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const judged = ['-m', 'context-recall', '-j', 'openai:toy']

function write(name: string, ...rows: readonly object[]): void {
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

async function validate(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const ran = await runAssay(['validate', ...args], {
    cwd: folder,
    env: { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url, ...env },
  })
  return { ...ran, out: ran.out.replaceAll('\n  ', ' ') }
}

const row = (id: string, reference?: string) => ({ id, user_input: 'Who?', reference, retrieved_contexts: ['She.'] })

describe('assay validate', () => {
  test('refuses a gate on the lexical screen, as a run does', async () => {
    write('rows.jsonl', row('a', 'She did.'))
    const gated = ['rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--fail-under', 'context_recall=0.5']
    const { code, out } = await validate(gated)
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(/✗ gates: --fail-under context_recall=0\.5: context_recall rests on the\s+lexical\s+screen/),
    ])
    expect(await validate([...gated, '--allow-screen'])).toMatchObject({ code: 0 })
  })

  test('a run that can begin: one tiny call to the judge, and exit code 0', async () => {
    write('rows.jsonl', row('a', 'She did.'), row('b', 'She did.'))
    const { code, out, err } = await validate(['rows.jsonl', ...judged])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('✓ metrics: context_recall')
    expect(out).toContain('✓ data: 2 rows, each with an id')
    expect(out).toMatch(/✓ openai:toy: answered.*tokens/)
    expect(out).toContain('Nothing stands in the way of assay eval.')
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.body).toMatchObject({ model: 'toy', max_completion_tokens: 16 })
  })

  test('--offline asks nobody', async () => {
    write('rows.jsonl', row('a', 'She did.'))
    const { code, out } = await validate(['rows.jsonl', ...judged, '--offline'])
    expect([code, server.requests.length]).toEqual([0, 0])
    expect(out).toContain('- openai:toy: not called (--offline)')
  })

  test('a wrong key, a model that is not there and a server that is gone are told, each by one call', async () => {
    write('rows.jsonl', row('a', 'She did.'))
    await server.close()
    server = await startFakeOpenAI(() => ({
      status: 401,
      body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
    }))
    const refused = await validate(['rows.jsonl', ...judged])
    expect([refused.code, server.requests.length]).toEqual([2, 1])
    expect(refused.out).toMatch(/✗ openai:toy: .*(key|401)/i)
    expect(refused.out).toContain('1 of 4 checks failed.')
    expect(refused.out).not.toContain('sk-test')
    expect(refused.out).not.toMatch(/openai:toy:? openai:toy/)
    const keyless = await validate(['rows.jsonl', ...judged], { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' })
    expect([keyless.code, keyless.out]).toEqual([2, expect.stringMatching(/✗ openai:toy: was not called: no key for/)])
    const gone = await validate(['rows.jsonl', ...judged], { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect([gone.code, gone.out]).toEqual([2, expect.stringMatching(/✗ openai:toy: .*127\.0\.0\.1:9/)])
  })

  test('rows that no metric could score fail, unless they are allowed', async () => {
    write('rows.jsonl', row('a', 'She did.'), row('b'), row('c', '  '))
    const { code, out } = await validate(['rows.jsonl', '-m', 'context-recall', '-j', 'lexical'])
    expect(code).toBe(2)
    expect(out).toContain(
      '✗ context_recall: 1 of 3 rows has no reference (first: b) and would stay unscored. Fill it, or allow it with --allow-unscored missing_field:1',
    )
    expect(out).toContain('✗ context_recall: 1 of 3 rows has nothing in reference (first: c)')
    const allowed = await validate(['rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--allow-unscored', '2'])
    expect([allowed.code, allowed.out]).toEqual([0, expect.stringContaining('! context_recall: 1 of 3 rows has no reference')])
  })

  test('a repeated id, a broken line and a field that no row has fail with their place', async () => {
    write('rows.jsonl', row('a', 'x'), row('a', 'y'))
    const repeated = await validate(['rows.jsonl', '-m', 'context-recall', '-j', 'lexical'])
    expect([repeated.code, repeated.out]).toEqual([2, expect.stringMatching(/✗ data: rows\.jsonl.*(line )?2.*"?a"?/)])
    writeFileSync(join(folder, 'broken.jsonl'), `${JSON.stringify(row('a', 'x'))}\n{"id":\n`)
    const broken = await validate(['broken.jsonl', '-m', 'context-recall', '-j', 'lexical'])
    expect([broken.code, broken.out]).toEqual([
      2,
      expect.stringMatching(/✗ data: broken\.jsonl, line 2.*\(1 row before it could be read\)/),
    ])
    const absent = await validate(['rows.jsonl', '-m', 'id-based-context-recall'])
    expect([absent.code, absent.out]).toEqual([2, expect.stringContaining('✗ data:')])
  })

  test('wrong options do not hide what is wrong with the data', async () => {
    writeFileSync(join(folder, 'broken.jsonl'), '{"id":\n')
    const { code, out } = await validate(['broken.jsonl', '-m', 'no-such-metric'])
    expect(code).toBe(2)
    expect(out).toMatch(/✗ options: .*no-such-metric/)
    expect(out).toContain('✗ data: broken.jsonl')
    expect(out).toContain('2 of 2 checks failed.')
  })

  test('gates, prices and outputs are looked at, too', async () => {
    write('rows.jsonl', row('a', 'x'))
    const { code, out } = await validate([
      'rows.jsonl',
      ...judged,
      '--offline',
      '--fail-under',
      'mrr=2',
      '--prices',
      'absent.json',
      '-o',
      'out.doc',
    ])
    expect(code).toBe(2)
    for (const what of ['gates', 'settings', 'outputs']) expect(out).toContain(`✗ ${what}: `)
  })

  test('a configuration is read, with the judges that its metrics name', async () => {
    write('rows.jsonl', row('a', 'x'))
    writeFileSync(
      join(folder, 'assay.config.yaml'),
      'data: rows.jsonl\njudge: openai:one\nmetrics:\n  - context-recall\n  - { type: context-recall, name: second, judge: "openai:two" }\n',
    )
    const { code, out } = await validate([])
    expect(code).toBe(0)
    expect(out).toMatch(/✓ configuration: .*assay\.config\.yaml/)
    expect(out).toContain('✓ metrics: context_recall, second')
    expect(server.requests.map(({ body }) => body)).toMatchObject([{ model: 'one' }, { model: 'two' }])
  })

  test('an embedding model is asked for one word', async () => {
    write('rows.jsonl', { id: 'a', retrieved_contexts: ['x'], reference_contexts: ['y'] })
    const { code, out } = await validate(['rows.jsonl', '-m', 'non-llm-context-recall', '--similarity', 'embedding:openai:toy-embedding'])
    expect([code, server.requests.length]).toEqual([0, 1])
    expect(out).toMatch(/✓ openai:toy-embedding: embedded a word, in \d+ dimensions/)
  })

  test('names rows whose response or question is blank, by metric, and asks nobody about them', async () => {
    write('rows.jsonl', { ...row('a', 'She did.'), response: ' ' }, { ...row('b', 'She did.'), user_input: '', response: 'She did.' })
    const metrics = ['faithfulness', 'factual-correctness', 'answer-relevancy'].flatMap((name) => ['-m', name])
    const { code, out } = await validate(['rows.jsonl', ...metrics, '-j', 'openai:toy', '--offline'])
    expect(code).toBe(2)
    expect(out).toContain('✗ faithfulness: 1 of 2 rows has nothing in response (first: a) and would stay unscored.')
    expect(out).toContain('--allow-unscored empty_response:1')
    expect(out).toContain('✗ answer_relevancy: 1 of 2 rows has nothing in userInput (first: b) and would stay unscored.')
    // A blank response states nothing of the reference: that is a score.
    expect(out).not.toContain('✗ factual_correctness')
    expect(server.requests).toEqual([])
  })

  test('a recording has nobody to ask', async () => {
    write('rows.jsonl', row('a', 'She did.'))
    await server.close()
    server = await startFakeOpenAI(() => JSON.stringify({ claims: [{ text: 'She.', reason: '', evidence: [], supported: true }] }))
    const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
    await runAssay(['eval', 'rows.jsonl', ...judged, '--strategy', 'single-pass', '--quiet'], { cwd: folder, env })
    await runAssay(['store', 'export', 'recording.jsonl'], { cwd: folder })
    const { code, out } = await validate([
      'rows.jsonl',
      '-m',
      'context-recall',
      '-j',
      'recorded:recording.jsonl',
      '--strategy',
      'single-pass',
    ])
    expect([code, server.requests.length]).toEqual([0, 1])
    expect(out).toContain('- openai:toy: a recording, which was read; there is no model to call')
  })

  test('--resume has no place, and the help fits a screen', async () => {
    const resumed = await validate(['rows.jsonl', '--resume'])
    expect([resumed.code, resumed.err]).toEqual([2, expect.stringContaining("unknown option '--resume'")])
    const { out } = await runAssay(['validate', '--help'])
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
  })
})

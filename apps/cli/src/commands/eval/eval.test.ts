import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-eval-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clapnq = fileURLToPath(new URL('../../../../../examples/clapnq-rag.jsonl', import.meta.url))
const row = {
  id: 'a',
  user_input: 'Where is Oslo?',
  reference: 'Oslo is in Norway.',
  retrieved_contexts: ['Oslo is the capital of Norway.'],
}

function file(name: string, content: string | readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : content.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

describe('the documented numbers', () => {
  it('the examples of the ragas documentation: 0.25 by id, 0.5 by text', async () => {
    const data = file('ragas.jsonl', [
      {
        retrieved_context_ids: ['doc_1', 'doc_2', 'doc_3'],
        reference_context_ids: ['doc_1', 'doc_4', 'doc_5', 'doc_6'],
        retrieved_contexts: ['Paris is the capital of France.'],
        reference_contexts: ['Paris is the capital of France.', 'The Eiffel Tower is one of the most famous landmarks in Paris.'],
      },
    ])
    const { code, out } = await runAssay([
      'eval',
      data,
      '-m',
      'id-based-context-recall',
      '-m',
      'non_llm_context_recall',
      '--quiet',
      '-o',
      '-',
    ])
    const report = JSON.parse(out)
    expect(code).toBe(0)
    expect(report.summary.id_based_context_recall.mean).toBe(0.25)
    expect(report.summary.non_llm_context_recall.mean).toBe(0.5)
  })

  it.each([
    ['0.5', 133 / 150],
    ['0.25', 147 / 150],
  ])('150 questions of CLAP NQ at threshold %s', async (threshold, mean) => {
    const args = [
      'eval',
      clapnq,
      '-m',
      'id-based-context-recall',
      '-m',
      'non-llm-context-recall',
      '--threshold',
      threshold,
      '--quiet',
      '-o',
      '-',
    ]
    const report = JSON.parse((await runAssay(args)).out)
    expect(report.summary.id_based_context_recall.mean).toBeCloseTo(133 / 150, 9)
    expect(report.summary.non_llm_context_recall.mean).toBeCloseTo(mean, 9)
    expect(report.rows).toHaveLength(150)
  })
})

describe('a judge behind an OpenAI-compatible server', () => {
  const verdicts = (supported: readonly boolean[]) =>
    JSON.stringify({ verdicts: supported.map((yes, i) => ({ claim: `c${i + 1}`, reason: 'r', evidence: [], supported: yes })) })

  it('scores claim by claim, end to end', async () => {
    await using server = await startFakeOpenAI([
      JSON.stringify({ claims: ['Oslo is a city.', 'Oslo is in Norway.'] }),
      verdicts([false, true]),
    ])
    const data = file('judge.jsonl', [row])
    const out = join(folder, 'judged.json')
    const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
    const ran = await runAssay(['eval', data, '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '-o', out], { env })
    expect(ran).toMatchObject({ code: 0, err: `assay: wrote ${out}\n` })
    expect(ran.out).toMatch(/context_recall {2}0\.500/)
    expect(ran.out).toContain("sampling of rows only; the judge's own errors are not in it")
    expect(ran.out).toContain('unsupported claim: Oslo is a city.')
    const written = readFileSync(out, 'utf8')
    expect(JSON.parse(written).rows[0].scores.context_recall).toMatchObject({ value: 0.5, usage: { calls: 2 } })
    expect(written + ran.out).not.toContain('sk-test')
    expect(server.requests).toHaveLength(2)
  })

  it('a judge that leaves out a verdict, twice, leaves the row unscored: exit 3', async () => {
    const claims = JSON.stringify({ claims: ['A.', 'B.', 'C.'] })
    await using server = await startFakeOpenAI([claims, verdicts([true, true]), verdicts([true, true])])
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const args = ['eval', file('omits.jsonl', [row]), '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '--quiet', '-o', '-']
    const ran = await runAssay(args, { env })
    expect(ran.code).toBe(3)
    expect(JSON.parse(ran.out)).toMatchObject({
      summary: { context_recall: { mean: null, scored: 0, unscored: 1, causes: { invalid_reply: 1 } } },
      rows: [{ scores: { context_recall: { status: 'unscored', value: null, cause: 'invalid_reply' } } }],
    })
    expect(server.requests).toHaveLength(3)
  })

  it('votes and strategies reach the judge, and the report tells how far votes agree', async () => {
    await using server = await startFakeOpenAI(({ body }, index) => {
      const asked = JSON.stringify(body)
      if (asked.includes('"name":"claims"')) return JSON.stringify({ claims: ['Oslo is a city.', 'Oslo is in Norway.'] })
      const id = /id=\\"(c\d)/.exec(asked)?.[1]
      return JSON.stringify({ verdicts: [{ claim: id, reason: 'r', evidence: [], supported: index % 2 === 0 || id === 'c2' }] })
    })
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const judge = ['-m', 'context-recall', '-j', 'openai:gpt-5-mini']
    const ran = await runAssay(['eval', file('votes.jsonl', [row]), ...judge, '--strategy', 'per-claim', '--votes', '3'], { env })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('strategy:per-claim|judge:votes(openai%3Agpt-5-mini;3)')
    expect(ran.out).toMatch(/votes agree on \d of 2 claims; (Krippendorff's|no Krippendorff's) alpha/)
    expect(server.requests).toHaveLength(1 + 2 * 3)
  })

  it('one call splits and judges with --strategy single-pass', async () => {
    const claims = [true, false].map((supported, at) => ({ text: `Claim ${at}.`, reason: 'r', evidence: [], supported }))
    await using server = await startFakeOpenAI([JSON.stringify({ claims })])
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const args = [
      'eval',
      file('single.jsonl', [row]),
      '-m',
      'context-recall',
      '-j',
      'openai:gpt-5-mini',
      '--strategy',
      'single-pass',
      '--quiet',
      '-o',
      '-',
    ]
    expect(JSON.parse((await runAssay(args, { env })).out)).toMatchObject({
      summary: { context_recall: { mean: 0.5, detail: null } },
      rows: [{ scores: { context_recall: { detail: { strategy: 'single-pass', denominator: 'judge' } } } }],
    })
  })

  it('broken data is found before the first call', async () => {
    await using server = await startFakeOpenAI(() => JSON.stringify({ claims: ['A.'] }))
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const data = file('late-fault.jsonl', `${JSON.stringify(row)}\n{"reference": "cut`)
    const ran = await runAssay(['eval', data, '-m', 'context-recall', '-j', 'openai:gpt-5-mini'], { env })
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/late-fault\.jsonl, line 2/)
    const texts = file('late-text.jsonl', '{"reference_contexts": ["a"], "retrieved_contexts": ["b"]}\n{"reference_contexts": "cut')
    const embedded = await runAssay(['eval', texts, '-m', 'non-llm-context-recall', '--similarity', 'embedding:openai:small'], { env })
    expect(embedded).toMatchObject({ code: 2, err: expect.stringMatching(/late-text\.jsonl, line 2/) })
    expect(server.requests).toHaveLength(0)
  })
})

describe('the report on the terminal', () => {
  it('stays within 80 columns and without colour when piped', async () => {
    const { out } = await runAssay(['eval', clapnq, '-m', 'context-recall', '-j', 'lexical', '--limit', '20'])
    expect(Math.max(...out.split('\n').map((line) => Array.from(line).length))).toBeLessThanOrEqual(80)
    expect(out).not.toContain('\u001b')
  })

  it('says of the lexical screen that it is no judge, and shows its range', async () => {
    const { out } = await runAssay(['eval', clapnq, '-m', 'context-recall', '-j', 'lexical', '--limit', '20'])
    expect(out).toMatch(/range \[0\.\d{3}, [01]\.\d{3}\] {2}lexical screen, not a judge/)
  })
})

it('--version prints the version alone', async () => {
  expect((await runAssay(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

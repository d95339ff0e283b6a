import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-eval-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clapnq = fileURLToPath(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url))
const row = {
  id: 'a',
  user_input: 'Where is Oslo?',
  reference: 'Oslo is in Norway.',
  retrieved_contexts: ['Oslo is the capital of Norway.'],
}
const ids = { id: 'a', retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] }

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
    expect(ran).toMatchObject({ code: 0, err: '' })
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
    expect(server.requests).toHaveLength(0)
  })
})

describe('what goes wrong is said in one message, with an exit code, and no stack trace', () => {
  const byId = ['-m', 'id-based-context-recall']
  const byText = ['-m', 'non-llm-context-recall']
  const judged = ['-m', 'context-recall']
  const good = file('good.jsonl', [row])
  const cases: readonly [what: string, args: readonly string[], message: RegExp][] = [
    ['no data', ['eval', ...byId], /Name a data file, as in: assay eval rows\.jsonl/],
    ['no metric', ['eval', good], /Name at least one metric: -m context-recall/],
    ['a missing file', ['eval', join(folder, 'nowhere.jsonl'), ...byId], /nowhere\.jsonl/],
    ['an empty file', ['eval', file('empty.jsonl', ''), ...byId], /empty\.jsonl: the file is empty/],
    ['a broken line', ['eval', file('broken.jsonl', '{"id": 1,\n'), ...byId], /broken\.jsonl, line 1/],
    ['a missing column', ['eval', good, ...byId], /no row has reference_context_ids, which is needed.*Columns present: "id", "user_input"/],
    [
      'a mapped column that is not there',
      ['eval', good, ...byId, '--column', 'reference_context_ids=gold'],
      /no row has the column "gold"/,
    ],
    ['a field that is none', ['eval', good, ...byId, '--column', 'refrence=x'], /there is no field "refrence"\. Did you mean reference\?/],
    ['an unknown metric', ['eval', good, '-m', 'context-recal'], /no metric "context-recal"\. Did you mean context-recall\?/],
    ['an unknown judge', ['eval', good, ...judged, '-j', 'opnai:gpt-5'], /no judge "opnai:gpt-5"\. Did you mean openai/],
    ['no judge', ['eval', good, ...judged], /needs a judge\. No API key is set.*-j lexical/],
    ['votes without a recall by claims', ['eval', good, ...byId, '--votes', '3'], /--votes is for context-recall, which was not asked for/],
    ['a strategy without one', ['eval', good, ...byId, '--strategy', 'per-claim'], /--strategy is for context-recall/],
    ['an even number of votes', ['eval', good, ...judged, '-j', 'openai:x', '--votes', '2'], /2 votes can end in a tie/],
    ['votes of a screen', ['eval', good, ...judged, '-j', 'lexical', '--votes', '3'], /lexical@1 is a screen/],
    [
      'a strategy for a screen',
      ['eval', good, ...judged, '-j', 'lexical', '--strategy', 'per-claim'],
      /strategy has no effect on lexical@1/,
    ],
    [
      'votes in a single pass',
      ['eval', good, ...judged, '-j', 'openai:x', '--strategy', 'single-pass', '--votes', '3'],
      /votes need claims that stay the same/,
    ],
    ['an unknown strategy', ['eval', good, ...judged, '-j', 'openai:x', '--strategy', 'all'], /context-recall\.strategy/],
    [
      'an option out of range',
      ['eval', good, '-m', 'non-llm-context-recall', '--threshold', '1.5'],
      /--threshold 1\.5: expected a number from 0 to 1/,
    ],
    ['an option that no metric reads', ['eval', good, ...byId, '--threshold', '0.5'], /--threshold is for non-llm-context-recall/],
    ['soft without the metric that reads it', ['eval', good, ...byId, '--soft'], /--soft is for non-llm-context-recall/],
    ['soft with a threshold', ['eval', good, ...byText, '--soft', '--threshold', '0.5'], /soft has no threshold/],
    ['soft and strict', ['eval', good, ...byText, '--soft', '--strict'], /no threshold that strict could read/],
    ['soft and explain', ['eval', good, ...byText, '--soft', '--explain'], /leave --explain out/],
    ['an unknown similarity', ['eval', good, ...byText, '--similarity', 'jaro-winkle'], /Did you mean jaro-winkler\?/],
    ['an option given twice', ['eval', good, ...judged, '-j', 'lexical', '-j', 'openai:x'], /--judge.*It was given before, as 'lexical'/],
    ['a number in another notation', ['eval', good, ...byId, '--limit', '0x2'], /--limit 0x2: expected a whole number of at least 1/],
    [
      'a limit on calls where none are made',
      ['eval', good, ...byId, '--timeout', '5'],
      /--timeout is for calls to a model, and nothing here makes any/,
    ],
    ['an unknown option', ['eval', good, '--treshold', '1'], /^assay: unknown option '--treshold'/],
    ['an unknown command', ['evaluate'], /unknown command 'evaluate'/],
    [
      'an output without a format',
      ['eval', good, ...judged, '-j', 'lexical', '-o', 'x.docx'],
      /x\.docx ends in \.docx, which names no report format/,
    ],
    ['an output in no folder', ['eval', good, ...judged, '-j', 'lexical', '-o', join(folder, 'no', 'x.json')], /x\.json/],
  ]
  it.each(cases)('%s', async (_what, args, message) => {
    const { code, out, err } = await runAssay(args)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/^ +at /m)
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
    expect(out).toBe('')
    expect(code).toBe(2)
  })

  it('a missing key: exit 2, and the variable to set', async () => {
    const { code, out, err } = await runAssay(['eval', good, ...judged, '-j', 'openai:gpt-5-mini'])
    expect(out + err).toContain('OPENAI_API_KEY')
    expect(err).not.toMatch(/^ +at /m)
    expect(code).toBe(2)
  })

  it('a broken line after good ones keeps what was scored: exit 3', async () => {
    const data = file('half.jsonl', `${JSON.stringify(ids)}\n{"id": \n`)
    const { code, out } = await runAssay(['eval', data, ...byId])
    expect(out).toMatch(/id_based_context_recall {2}0\.500/)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/half\.jsonl, line 2/)
    expect(code).toBe(3)
  })

  it('JSON on stdout is whole even where nothing was scored', async () => {
    const { code, out, err } = await runAssay(['eval', good, ...byId, '--quiet', '-o', '-'])
    expect(JSON.parse(out)).toMatchObject({ summary: { id_based_context_recall: { mean: null } }, stopped: { cause: 'data' } })
    expect(err).toMatch(/no row has reference_context_ids/)
    expect(code).toBe(2)
  })

  it('rows without a score: exit 3, unless as many are allowed', async () => {
    const data = file('some.jsonl', [ids, { ...ids, id: 'b', reference_context_ids: [] }])
    expect((await runAssay(['eval', data, ...byId])).code).toBe(3)
    expect((await runAssay(['eval', data, ...byId, '--allow-unscored', '1'])).code).toBe(0)
  })
})

describe('options', () => {
  it('--column reads a field from inside another column', async () => {
    const data = file('nested.jsonl', [{ pred: { hits: ['d1'] }, gold: { 'doc.ids': ['d1', 'd2'] } }])
    const columns = ['--column', 'retrieved_context_ids=pred.hits', '--column', String.raw`referenceContextIds=gold.doc\.ids`]
    const { out } = await runAssay(['eval', data, '-m', 'id-based-context-recall', ...columns])
    expect(out).toMatch(/id_based_context_recall {2}0\.500/)
  })

  it('--limit takes the first rows only', async () => {
    const { out } = await runAssay(['eval', clapnq, '-m', 'id-based-context-recall', '--limit', '7'])
    expect(out).toContain('scored 7 of 7')
  })

  it('--similarity takes a function from a file', async () => {
    writeFileSync(join(folder, 'never.ts'), 'export const never = (a: string, b: string): number => 0\n')
    const data = file('texts.jsonl', [{ reference_contexts: ['a'], retrieved_contexts: ['a'] }])
    const args = ['eval', data, '-m', 'non-llm-context-recall', '--similarity', './never.ts#never']
    expect((await runAssay(args, { cwd: folder })).out).toMatch(/non_llm_context_recall {2}0\.000/)
  })

  it('--similarity, --strict, --soft and --explain change what a similarity counts for', async () => {
    const data = file('similar.jsonl', [{ reference_contexts: ['abcd'], retrieved_contexts: ['xxabxyxx', 'abxy'] }])
    const meanOf = async (...options: string[]): Promise<number> => {
      const { out, err } = await runAssay(['eval', data, '-m', 'non-llm-context-recall', ...options, '--quiet', '-o', '-'])
      expect(err).toBe('')
      return JSON.parse(out).summary.non_llm_context_recall.mean
    }
    expect([await meanOf(), await meanOf('--strict'), await meanOf('--soft')]).toEqual([1, 0, 0.5])
    expect(await meanOf('--similarity', 'hamming', '--threshold', '0.6')).toBe(0)
    const { out } = await runAssay(['eval', data, '-m', 'non-llm-context-recall', '--explain', '--quiet', '-o', '-'])
    const { contexts } = JSON.parse(out).rows[0].scores.non_llm_context_recall.detail
    expect(contexts).toEqual([{ index: 0, matched: true, retrieved: 1, similarity: 0.5, best: { retrieved: 1, similarity: 0.5 } }])
  })

  it('precision by similarity is named like the rest, and takes --similarity, --threshold and --strict', async () => {
    const data = file('precise.jsonl', [{ reference_contexts: ['abcd'], retrieved_contexts: ['wxyz', 'abxy'] }])
    const names = ['-m', 'non-llm-context-precision', '-m', 'non-llm-average-precision-retrieved']
    const meansOf = async (...options: string[]): Promise<number[]> => {
      const { out, err } = await runAssay(['eval', data, ...names, ...options, '--quiet', '-o', '-'])
      expect(err).toBe('')
      const { summary } = JSON.parse(out)
      return [summary.non_llm_context_precision.mean, summary.non_llm_average_precision_retrieved.mean]
    }
    expect(await meansOf()).toEqual([0.5, 0.5])
    expect([await meansOf('--strict'), await meansOf('--threshold', '0.6')]).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(await meansOf('--similarity', 'hamming', '--threshold', '0')).toEqual([1, 1])
  })

  it('--require-quote makes a bare yes unsupported', async () => {
    const claims = JSON.stringify({ claims: ['Oslo is in Norway.'] })
    const yes = JSON.stringify({ verdicts: [{ claim: 'c1', reason: 'r', evidence: [], supported: true }] })
    await using server = await startFakeOpenAI([claims, yes, claims, yes])
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const args = ['eval', file('quote.jsonl', [row]), '-m', 'context-recall', '-j', 'openai:gpt-5-mini']
    expect((await runAssay(args, { env })).out).toMatch(/context_recall {2}1\.000/)
    expect((await runAssay([...args, '--require-quote'], { env })).out).toMatch(/context_recall {2}0\.000/)
  })

  it('contexts too long for the judge are verified in groups, and unscored with --no-grouping', async () => {
    await using server = await startFakeOpenAI(({ body }) => {
      const sent = JSON.stringify(body)
      if (sent.includes('Split a reference')) return JSON.stringify({ claims: ['Oslo is in Norway.'] })
      if (sent.includes('number=\\"2\\"')) return { status: 400, error: { code: 'context_length_exceeded', message: 'too long' } }
      return JSON.stringify({ verdicts: [{ claim: 'c1', reason: 'r', evidence: [], supported: true }] })
    })
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const long = { ...row, retrieved_contexts: ['Oslo is in Norway.', 'It rains in Bergen.'] }
    const args = ['eval', file('long.jsonl', [long]), '-m', 'context-recall', '-j', 'openai:gpt-5-mini']
    const grouped = await runAssay(args, { env })
    expect(grouped.out).toMatch(/context_recall {2}1\.000/)
    expect(grouped.out).toContain('1 row verified in groups of contexts')
    const { out, code } = await runAssay([...args, '--no-grouping'], { env })
    expect(out).toContain('context_overflow')
    expect(code).toBe(3)
  })

  it('--max-retries and --timeout reach the runtime', async () => {
    await using server = await startFakeOpenAI(() => ({ delayMs: 60_000, text: 'late' }))
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const args = ['eval', good(), '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '--max-retries', '0', '--timeout', '3']
    const { out, code } = await runAssay(args, { env })
    expect(out).toContain('timeout')
    expect(server.requests).toHaveLength(1)
    expect(code).toBe(3)
  })

  it('--quiet prints nothing', async () => {
    expect(await runAssay(['eval', clapnq, '-m', 'id-based-context-recall', '--quiet'])).toMatchObject({ code: 0, out: '', err: '' })
  })

  function good(): string {
    return file('good.jsonl', [row])
  }
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

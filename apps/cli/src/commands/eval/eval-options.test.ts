import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-eval-options-'))
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

  it('--value, --schema and --at-most are for checks on the text of the response', async () => {
    const data = file('answers.jsonl', [{ response: 'The gate closes at ten.' }, { response: '{"latitude": 1}' }])
    const meanOf = async (...options: string[]): Promise<number> => {
      const { out, err } = await runAssay(['eval', data, ...options, '--quiet', '-o', '-'])
      expect(err).toBe('')
      return Number(Object.values<{ mean: number }>(JSON.parse(out).summary)[0]?.mean)
    }
    expect(await meanOf('-m', 'contains', '--value', 'gate')).toBe(0.5)
    expect(await meanOf('-m', 'contains-all', '--value', 'gate', '--value', 'ten')).toBe(0.5)
    expect(await meanOf('-m', 'contains-any', '--value', 'gate, latitude')).toBe(1)
    expect(await meanOf('-m', 'is-json', '--schema', '{ type: object, required: [longitude] }')).toBe(0)
    expect(await meanOf('-m', 'levenshtein', '--value', 'The gate closes at six.', '--at-most', '3')).toBe(0.5)
    const refused = [
      [[], '-m contains: --value: it is missing; a text that is not empty or a number is due.'],
      [['--value', ''], '--value: found an empty text where a text that is not empty or a number is due.'],
      [['--value', 'a', '--value', 'b'], '--value: found a list of 2 where a text that is not empty or a number is due.'],
    ] as const
    for (const [options, message] of refused)
      expect(await runAssay(['eval', data, '-m', 'contains', ...options])).toMatchObject({ code: 2, err: expect.stringContaining(message) })
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
    const arrived = Promise.withResolvers<void>()
    await using server = await startFakeOpenAI(() => {
      arrived.resolve()
      return { fault: 'hang' }
    })
    const env = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: server.url }
    const args = ['eval', good(), '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '--max-retries', '0', '--timeout', '3']
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const running = runAssay(args, { env })
    await arrived.promise
    await vi.advanceTimersByTimeAsync(3000)
    const { out, code } = await running
    expect(out).toContain('timeout')
    expect(server.requests).toHaveLength(1)
    expect(code).toBe(3)
  })

  it.each([
    ['eval', ['--quiet', '-o', '-'], /"mean":1/],
    ['validate', [], /Nothing stands in the way/],
  ])('assay %s takes --threads as before, and says that it has no effect any more', async (command, options, expected) => {
    const data = file('threads.jsonl', [{ retrieved_context_ids: ['d1'], reference_context_ids: ['d1'] }])
    const { code, out, err } = await runAssay([command, data, '-m', 'id-based-context-recall', ...options, '--threads', '2'])
    expect([code, err]).toEqual([0, 'assay: warning: --threads has no effect any more: rows are scored in one thread. Leave it out.\n'])
    expect(out).toMatch(expected)
  })

  it('--quiet prints nothing', async () => {
    expect(await runAssay(['eval', clapnq, '-m', 'id-based-context-recall', '--quiet'])).toMatchObject({ code: 0, out: '', err: '' })
  })

  function good(): string {
    return file('good.jsonl', [row])
  }
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-eval-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))

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

describe('what goes wrong is said in one message, with an exit code, and no stack trace', () => {
  const byId = ['-m', 'id-based-context-recall']
  const byText = ['-m', 'non-llm-context-recall']
  const judged = ['-m', 'context-recall']
  const good = file('good.jsonl', [row])
  const cases: readonly [what: string, args: readonly string[], message: RegExp][] = [
    [
      'no data',
      ['eval', ...byId],
      /Name a data file, as in: assay eval rows\.jsonl .*No configuration \(.*\) that could name one stands in .* or in a folder above it/,
    ],
    ['trust in a configuration that is not there', ['eval', good, ...byId, '--trust-config'], /--trust-config is for a configuration/],
    ['no metric', ['eval', good], /Name at least one metric: -m context-recall(?!.*(?:first-scored|f-beta))/],
    ['a missing file', ['eval', join(folder, 'nowhere.jsonl'), ...byId], /nowhere\.jsonl/],
    ['an empty file', ['eval', file('empty.jsonl', ''), ...byId], /empty\.jsonl: the file is empty/],
    ['a broken line', ['eval', file('broken.jsonl', '{"id": 1,\n'), ...byId], /broken\.jsonl, line 1/],
    ['a missing column', ['eval', good, ...byId], /no row has reference_context_ids, which is needed.*Columns present: "id", "user_input"/],
    [
      'a mapped column that is not there',
      ['eval', good, ...byId, '--columns', 'reference_context_ids=gold'],
      /no row has the column "gold"/,
    ],
    ['a field that is none', ['eval', good, ...byId, '--columns', 'refrence=x'], /there is no field "refrence"\. Did you mean reference\?/],
    [
      'a field that is mapped twice, in either way of writing it',
      ['eval', good, ...byId, '--columns', 'user_input=x', '--columns', 'userInput=y'],
      /--columns user_input=x and --columns userInput=y both set the column of one field\. Keep one/,
    ],
    ['an unknown metric', ['eval', good, '-m', 'context-recal'], /no metric "context-recal"\. Did you mean context-recall\?/],
    [
      'several metrics in one',
      ['eval', good, '-m', 'recall@5, mrr'],
      /"recall@5, mrr" names several metrics\. Give each a place of its own: -m recall@5 -m mrr, or an entry/,
    ],
    [
      'an unknown metric beside a judge',
      ['eval', good, '-m', 'context-recal', '-j', 'lexical'],
      /no metric "context-recal"\. Did you mean/,
    ],
    ['a part of a metric that is none', ['eval', good, ...byText, '--similarity', 'contain'], /Did you mean containment\?/],
    [
      'a model without its provider',
      ['eval', good, ...judged, '-j', 'gpt-5-mini'],
      /no judge "gpt-5-mini"\. Did you mean openai:gpt-5-mini\?/,
    ],
    ['another', ['eval', good, ...judged, '-j', 'claude-sonnet-5-5'], /Did you mean anthropic:claude-sonnet-5-5\?/],
    ['one of Ollama', ['eval', good, ...judged, '-j', 'qwen3:8b'], /Did you mean ollama:qwen3:8b\?/],
    ['an unknown judge', ['eval', good, ...judged, '-j', 'opnai:gpt-5'], /no judge "opnai:gpt-5"\. Did you mean openai/],
    ['no judge', ['eval', good, ...judged], /needs a judge\. No API key is set.*-j lexical/],
    ['votes without a recall by claims', ['eval', good, ...byId, '--votes', '3'], /--votes is for context-recall, which was not requested/],
    ['a strategy without one', ['eval', good, ...byId, '--strategy', 'per-claim'], /--strategy is for context-recall/],
    [
      'an even number of votes',
      ['eval', good, ...judged, '-j', 'openai:x', '--votes', '2'],
      /--votes 2: found 2 where an odd number, which cannot end in a tie, is due/,
    ],
    [
      'votes of a screen',
      ['eval', good, ...judged, '-j', 'lexical', '--votes', '3'],
      /--votes is for judges that are models, and lexical@1 is none\./,
    ],
    [
      'a strategy for a screen',
      ['eval', good, ...judged, '-j', 'lexical', '--strategy', 'per-claim'],
      /--strategy is for judges that are models, and lexical@1 is none\. .*leave it out/,
    ],
    [
      'votes in a single pass',
      ['eval', good, ...judged, '-j', 'openai:x', '--strategy', 'single-pass', '--votes', '3'],
      /votes need claims that stay the same/,
    ],
    [
      'groups in a single pass',
      ['eval', good, ...judged, '-j', 'openai:x', '--strategy', 'single-pass', '--no-grouping'],
      /--no-grouping has no effect/,
    ],
    ['quotes of a screen', ['eval', good, ...judged, '-j', 'lexical', '--require-quote'], /--require-quote is for judges that are models/],
    [
      'harmless cells without CSV',
      ['eval', good, ...byId, '--csv-safe', '-o', 'x.json'],
      /--csv-safe is for outputs that end in \.csv, and none does/,
    ],
    [
      'samples without JSON',
      ['eval', good, ...byId, '--no-samples', '-o', 'x.csv'],
      /--no-samples is for outputs that end in \.json or \.jsonl, and none does/,
    ],
    [
      'columns without CSV',
      ['eval', good, ...byId, '--csv-columns', 'question', '-o', 'x.json'],
      /--csv-columns is for outputs that end in \.csv, and none does/,
    ],
    [
      'a column of CSV that is no field',
      ['eval', good, ...byId, '--csv-columns', 'question,anwser', '-o', 'x.csv'],
      /--csv-columns: there is no field "anwser"\. Did you mean answer\?/,
    ],
    [
      'leave for a screen without one',
      ['eval', good, ...byId, '--allow-screen'],
      /--allow-screen is for gates on verdicts of the lexical screen/,
    ],
    [
      'some of several repeats without any',
      ['eval', good, ...judged, '-j', 'openai:x', '--allow-partial'],
      /--allow-partial is for rows .*Add --repeat N/,
    ],
    ['an age of replies that nobody gives', ['eval', good, ...byId, '--cache-ttl', '3d'], /--cache-ttl is for calls to a model/],
    [
      'an unknown strategy',
      ['eval', good, ...judged, '-j', 'openai:x', '--strategy', 'batch'],
      /--strategy batch: .*Did you mean batched\?/,
    ],
    [
      'an option out of range',
      ['eval', good, '-m', 'non-llm-context-recall', '--threshold', '1.5'],
      /--threshold 1\.5: found 1\.5 where a number from 0 to 1 is due/,
    ],
    ['an option that no metric reads', ['eval', good, ...byId, '--threshold', '0.5'], /--threshold is for non-llm-context-recall/],
    ['soft without the metric that reads it', ['eval', good, ...byId, '--soft'], /--soft is for non-llm-context-recall/],
    ['soft with a threshold', ['eval', good, ...byText, '--soft', '--threshold', '0.5'], /soft has no threshold/],
    ['soft and strict', ['eval', good, ...byText, '--soft', '--strict'], /no threshold that strict could read/],
    ['soft and explain', ['eval', good, ...byText, '--soft', '--explain'], /--explain has no effect beside soft, .* Leave it out/],
    ['an unknown similarity', ['eval', good, ...byText, '--similarity', 'jaro-winkle'], /Did you mean jaro-winkler\?/],
    ['an option given twice', ['eval', good, ...judged, '-j', 'lexical', '-j', 'openai:x'], /--judge.*It was given before, as 'lexical'/],
    [
      'a number in another notation',
      ['eval', good, ...byId, '--limit', '0x2'],
      /--limit 0x2: found the text "0x2" where a whole number of at least 1 is due/,
    ],
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

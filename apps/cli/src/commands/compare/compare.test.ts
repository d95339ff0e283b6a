import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { writeRun } from './__fixtures__/write-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
/** Ten rows of one claim each, of which the last `lost` are not supported. */
const ten = (lost: number) => Array.from({ length: 10 }, (_, i) => ({ id: `r${i}`, score: { [`claim ${i}`]: i < 10 - lost } }))

describe('assay compare', () => {
  test('shows means, difference, interval, p, and the claims that the worst rows lost', async () => {
    const [a, b] = [await writeRun(at('a.json'), ten(0)), await writeRun(at('b.json'), ten(2))]
    const { code, out, err } = await runAssay(['compare', a, b])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('10 pairs of rows\n')
    // Of 1,024 patterns half have both signs alike.
    expect(out).toContain('context_recall  A 1.000  B 0.800  difference -0.200 [')
    expect(out).toContain('p 0.500')
    expect(out).toContain('no difference is shown; 95% interval over 10 rows, few clusters; p over all\n    sign flips')
    expect(out).toContain("sampling of rows only; the judge's own errors are not in it")
    expect(out).toContain('10 pairs used: 2 worse, 8 alike, 0 better')
    expect(out).toContain('    r8  1.000 -> 0.000\n      - lost claim: claim 8 (supported -> unsupported)\n    r9  1.000 -> 0.000\n')
  })

  test('a JSONL report and a JSON report of the same run are alike', async () => {
    const [a, b] = [await writeRun(at('same.json'), ten(3)), await writeRun(at('same.jsonl'), ten(3))]
    const { out } = await runAssay(['compare', a, b])
    expect(out).toContain('A 0.700  B 0.700  difference 0.000')
    expect(out).not.toContain('got worse')
  })

  test('where no pair differs, a sentence says where the interval comes from, and nothing of it where one does', async () => {
    const [a, b] = [await writeRun(at('equal-a.json'), ten(3)), await writeRun(at('equal-b.json'), ten(3))]
    const told = (await runAssay(['compare', a, b])).out.replaceAll(/\s+/g, ' ')
    expect(told).toContain('no pair differs: the interval is as wide as rows not seen could make it')
    expect(told).not.toContain('note:')
    expect((await runAssay(['compare', a, await writeRun(at('unequal.json'), ten(2))])).out).not.toContain('no pair differs')
  })

  test('--metric is the name of before of --metrics, and says so', async () => {
    const a = await writeRun(at('named.json'), ten(3))
    const now = await runAssay(['compare', a, a, '--metrics', 'context_recall'])
    expect(now).toMatchObject({ code: 0, err: '' })
    const before = await runAssay(['compare', a, a, '--metric', 'context_recall'])
    expect(before).toEqual({ ...now, err: 'assay: warning: --metric is now --metrics. The old name works for this release.\n' })
    expect((await runAssay(['compare', a, a, '--metric', 'other'])).code).toBe(2)
  })

  test('a run against itself is said to be one', async () => {
    const a = await writeRun(at('itself.json'), ten(3))
    expect((await runAssay(['compare', a, a])).out).toContain('note: A and B are reports of the same run')
  })

  test('a row that fell while its claims stayed undecided names them with their state on both sides', async () => {
    const a = await writeRun(at('open-a.json'), [{ id: 'x', score: { one: 0.8, two: true } }])
    const b = await writeRun(at('open-b.json'), [{ id: 'x', score: { one: 0.2, two: true } }])
    const { out } = await runAssay(['compare', a, b])
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'x 1.000 -> 0.500 - lost claim: one (undecided, probability 0.800 -> undecided, probability 0.200)',
    )
  })

  test('rows without ids pair by what they ask, and the rest is named', async () => {
    const rows = (...questions: string[]) => questions.map((question) => ({ question, score: 1 }))
    const a = await writeRun(at('asked-a.json'), rows('one', 'two', 'three'))
    const b = await writeRun(at('asked-b.json'), rows('three', 'four', 'one'))
    const { out } = await runAssay(['compare', a, b])
    expect(out).toContain('2 pairs of rows, only in A 1 (row-2), only in B 1 (row-2)')
    expect(out).toContain('2 rows: an interval needs at least 5')
  })

  test('the same id that asks something else is listed and left out', async () => {
    const a = await writeRun(at('changed-a.json'), [
      { id: 'x', question: 'old', score: 1 },
      { id: 'y', score: 1 },
    ])
    const b = await writeRun(at('changed-b.json'), [
      { id: 'x', question: 'new', score: 0 },
      { id: 'y', score: 1 },
    ])
    const { out } = await runAssay(['compare', a, b])
    expect(out.split('\n')[0]).toBe('differs  data: 1 row with the same id asks something else (x), left out')
    expect(out).toContain('1 pair of rows\n')
    expect(out).toContain('difference 0.000')
  })

  test('another judge is the first line, and unscored rows are counted by side', async () => {
    const score = (...scores: (number | null)[]) => scores.map((value, i) => ({ id: `r${i}`, score: value }))
    const a = await writeRun(at('judge-a.json'), score(1, 1, null, null), [{ judge: 'openai%3Agpt-5' }])
    const b = await writeRun(at('judge-b.json'), score(1, null, 1, null), [{ judge: 'openai%3Agpt-5-mini' }])
    const { out } = await runAssay(['compare', a, b])
    expect(out.split('\n')[0]).toBe('differs  context_recall: judge openai:gpt-5 -> openai:gpt-5-mini')
    expect(out).toContain('1 pair used: 0 worse, 1 alike, 0 better; unscored 1 in A, 1 in B, 1 in both')
  })

  test('a reference that was split into other claims is counted and named', async () => {
    const a = await writeRun(at('split-a.json'), [
      { id: 'x', score: { one: true, two: true } },
      { id: 'y', score: { one: true } },
    ])
    const b = await writeRun(at('split-b.json'), [
      { id: 'x', score: { 'one and two': false } },
      { id: 'y', score: { one: true } },
    ])
    const { out } = await runAssay(['compare', a, b])
    expect(out).toContain('the reference was split into other claims in 1 (x) of 2 pairs')
    expect(out).toContain('lost claim: one (supported -> not among the claims of B)')
  })

  test('--fail-if worse and drop give exit code 1, and several may be given', async () => {
    const many = (lost: number) => Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, score: i < lost ? 0 : 1 }))
    const [all, most, few] = [
      await writeRun(at('all.json'), many(0)),
      await writeRun(at('most.json'), many(1)),
      await writeRun(at('few.json'), many(20)),
    ]
    const worse = await runAssay(['compare', all, few, '--fail-if', 'worse'])
    expect([worse.code, worse.out]).toEqual([1, expect.stringContaining('FAILED  context_recall worse: B is shown to be worse, p < 0.001')])
    const holds = await runAssay(['compare', all, most, '--fail-if', 'worse'])
    expect([holds.code, holds.out.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        'held context_recall worse: B is not shown to be worse, p 1.000. A loss in fewer than 6 of 40 rows is never shown',
      ),
    ])
    const both = await runAssay(['compare', all, most, '--fail-if', 'worse', '--fail-if', 'drop=0.02'])
    expect([both.code, both.out.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('does not exclude such a drop')])
    expect((await runAssay(['compare', all, most, '--fail-if', 'drop=0.5'])).code).toBe(0)
  })

  test('a gate on a lexical screen is refused unless allowed', async () => {
    const [a, b] = [
      await writeRun(at('screen-a.json'), ten(0), [{ evidence: 'screen' }]),
      await writeRun(at('screen-b.json'), ten(0), [{ evidence: 'screen' }]),
    ]
    const refused = await runAssay(['compare', a, b, '--fail-if', 'worse'])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('pass --allow-screen')])
    expect((await runAssay(['compare', a, b, '--fail-if', 'worse', '--allow-screen'])).code).toBe(0)
  })

  test('runs with another version of a metric, or other metrics, are refused; -m chooses what both have', async () => {
    const a = await writeRun(at('v1.json'), ten(0), [{}, { name: 'mrr' }])
    const newer = await runAssay(['compare', a, await writeRun(at('v2.json'), ten(0), [{ version: '2' }, { name: 'mrr' }])])
    expect([newer.code, newer.err]).toEqual([2, expect.stringContaining('context_recall is version 1 in A and 2 in B')])
    const b = await writeRun(at('one.json'), ten(0))
    const other = await runAssay(['compare', a, b])
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('Only A measured mrr')])
    expect(other.err).toContain('-m context_recall')
    const chosen = await runAssay(['compare', a, b, '-m', 'context-recall'])
    expect([chosen.code, chosen.out.includes('mrr')]).toEqual([0, false])
    expect((await runAssay(['compare', a, b, '-m', 'ndcg'])).err).toContain('Neither run measured ndcg')
  })

  test('-o writes all of it as JSON, exact, and as Markdown without a live link or mention', async () => {
    const hostile = '[x](http://evil.example) @team <img src=x> | ::error::'
    const rows = (isSupported: boolean) => [{ id: hostile, score: { [hostile]: isSupported } }, ...ten(0)]
    const [a, b] = [await writeRun(at('rows-a.json'), rows(true)), await writeRun(at('rows-b.json'), rows(false))]
    const { code, out } = await runAssay(['compare', a, b, '-o', at('c.json'), '-o', at('c.md')])
    expect(code).toBe(0)
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
    expect(JSON.parse(readFileSync(at('c.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      rows: { pairs: 11, onlyInA: { count: 0, ids: [] }, inOrder: 0 },
      metrics: {
        context_recall: {
          meanA: 1,
          meanB: 10 / 11,
          pairs: 11,
          worseRows: [{ id: hostile, a: 1, b: 0, lost: [{ kind: 'claim', text: hostile }], gained: [] }],
          betterRows: [],
        },
      },
    })
    expect(readFileSync(at('c.md'), 'utf8')).toContain(
      '| `[x](http://evil.example) @team <img src=x> \\x7c ::error::` | 1.000 | 0.000 | claim: `[x]',
    )
    const piped = await runAssay(['compare', a, b, '-o', '-'])
    expect(JSON.parse(piped.out)).toMatchObject({ schemaVersion: 1 })
    expect(piped.err).toContain('context_recall  A 1.000')
    expect((await runAssay(['compare', a, b, '-o', at('c.txt')])).err).toContain('.html, .md, .json or .csv')
    const over = await runAssay(['compare', a, b, '-o', b])
    expect([over.code, over.err]).toEqual([2, expect.stringContaining('is a file that is read here')])
  })

  test('200 rows of five reference ids, of which 14 lose one and none gains one: worse fails, and interval and p agree', async () => {
    const rows = (lost: number) => Array.from({ length: 200 }, (_, i) => ({ id: `r${i}`, score: i < lost ? 0.8 : 1 }))
    const [a, b] = [await writeRun(at('fifths-a.json'), rows(0)), await writeRun(at('fifths-b.json'), rows(14))]
    const { code, out } = await runAssay(['compare', a, b, '--fail-if', 'worse'])
    expect(code).toBe(1)
    expect(out.replaceAll(/\s+/g, ' ')).toContain('difference -0.014 [-0.028, -0.007] p < 0.001 B is shown to be worse;')
    expect(out).toContain('FAILED  context_recall worse: B is shown to be worse, p < 0.001')
    const back = await runAssay(['compare', b, a, '--fail-if', 'worse'])
    expect([back.code, back.out.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('difference +0.014 [+0.007, +0.028]')])
  })

  test('every row that changed is named, ten worse and ten better on a page, all of them in JSON and CSV', async () => {
    const claims = (supported: number) => Object.fromEntries(Array.from({ length: 4 }, (_, c) => [`claim ${c}`, c < supported]))
    const rows = (side: 'a' | 'b') =>
      Array.from({ length: 40 }, (_, i) => {
        const [before, after] = i < 13 ? [4, 3] : i < 27 ? [1, 2] : [4, 4]
        return { id: `r${i}`, cluster: `d${i}`, score: claims(side === 'a' ? before : after) }
      })
    const [a, b] = [await writeRun(at('moved-a.json'), rows('a')), await writeRun(at('moved-b.json'), rows('b'))]
    const files = ['moved.json', 'moved.csv', 'moved.md'].map(at)
    const { out } = await runAssay(['compare', a, b, ...files.flatMap((file) => ['-o', file])])
    const named = (text: string) => [...text.matchAll(/\br\d+\b/g)].map(([id]) => id)
    const [worse, better] = [Array.from({ length: 13 }, (_, i) => `r${i}`), Array.from({ length: 14 }, (_, i) => `r${i + 13}`)]
    const [json = '', csv = '', markdown = ''] = files.map((file) => readFileSync(file, 'utf8'))
    for (const page of [out, markdown]) {
      expect(named(page)).toEqual([...worse.slice(0, 10), ...better.slice(0, 10)])
      expect(page).toMatch(/the 10 greatest of 13 changes for the worse/i)
      expect(page).toMatch(/the 10 greatest of 14 changes for the better/i)
    }
    expect(out).toContain('    r0  1.000 -> 0.750\n      - lost claim: claim 3 (supported -> unsupported)\n')
    expect(out).toContain('    r13  0.250 -> 0.500\n      - gained claim: claim 1 (unsupported -> supported)\n')
    const { worseRows, betterRows } = JSON.parse(json).metrics.context_recall
    expect([worseRows, betterRows].map((list: { id: string }[]) => list.map(({ id }) => id))).toEqual([worse, better])
    expect(betterRows[0]).toEqual({
      id: 'r13',
      cluster: 'd13',
      a: 0.25,
      b: 0.5,
      lost: [],
      gained: [{ kind: 'claim', text: 'claim 1', a: { outcome: 'unsupported' }, b: { outcome: 'supported' } }],
    })
    const lines = csv.trimEnd().split('\n')
    expect(lines[0]).toBe('metric,row,cluster,change,a,b,lost,gained')
    expect(lines[1]).toBe('context_recall,r0,d0,worse,1,0.75,claim: claim 3 (supported -> unsupported),')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([...worse, ...better])
  })

  test('CSV is exact, and --csv-safe keeps spreadsheets from formulas', async () => {
    const row = (score: number) => [{ id: '=cmd()', score }, ...ten(0)]
    const [a, b] = [await writeRun(at('formula-a.json'), row(1)), await writeRun(at('formula-b.json'), row(0))]
    await runAssay(['compare', a, b, '-o', at('exact.csv')])
    expect(readFileSync(at('exact.csv'), 'utf8')).toContain('\ncontext_recall,=cmd(),,worse,1,0,,\n')
    await runAssay(['compare', a, b, '-o', at('safe.csv'), '--csv-safe'])
    expect(readFileSync(at('safe.csv'), 'utf8')).toContain("\ncontext_recall,'=cmd(),,worse,1,0,,\n")
    const idle = await runAssay(['compare', a, b, '--csv-safe'])
    expect([idle.code, idle.err]).toEqual([2, expect.stringContaining('--csv-safe is for outputs that end in .csv')])
  })

  test('control characters of a row reach no terminal', async () => {
    const id = 'row\u001b[31m\u202e\nnext'
    const [a, b] = [await writeRun(at('esc-a.json'), [{ id, score: 1 }]), await writeRun(at('esc-b.json'), [{ id, score: 0 }])]
    const { out } = await runAssay(['compare', a, b])
    expect(out).toContain('row\\x1b[31m\\u202e\\nnext')
    expect(out).not.toContain('\u001b')
  })

  test('an interrupted JSONL report is read to its last whole row, and the page says so', async () => {
    const a = await writeRun(at('whole.jsonl'), ten(0))
    const lines = readFileSync(a, 'utf8').split('\n')
    writeFileSync(at('cut.jsonl'), `${lines.slice(0, 5).join('\n')}\n`)
    appendFileSync(at('cut.jsonl'), (lines[5] ?? '').slice(0, 40))
    const { code, out } = await runAssay(['compare', a, at('cut.jsonl')])
    expect(code).toBe(0)
    expect(out).toContain('4 pairs of rows, only in A 6 (r4,')
    expect(out.replaceAll(/\s+/g, ' ')).toContain('cut.jsonl) was interrupted: it holds the rows finished until then')
  })

  test.each([
    ['reformatted JSON', '{\n  "schemaVersion": 1,\n  "rows": []\n}\n', 'no JSON object of a report on line 1'],
    ['all on one line', '{"schemaVersion":1,"rows":[],"run":{}}', 'all of it stands on one line'],
    ['rows of data', '{"question":"x"}\n', 'its first line names no run'],
    ['nothing', '', 'it is empty'],
    ['a later form', '{"schemaVersion":2,"run":{}}\n', 'form 2, which this Assay does not know'],
    ['a half', '{"schemaVersion":1,"rows":[\n{"id":"x","idGiven":true,"inputHash":"1","scores":{}},\n', 'ends within its rows'],
    ['a broken row', '{"schemaVersion":1,"rows":[\n{"id":\n],\n"run":{}}\n', 'line 2: here a row is due'],
    [
      'a value that is none',
      '{"schemaVersion":1,"run":{}}\n{"id":"x","idGiven":true,"inputHash":"1","scores":{"m":{"value":"1"}}}\n',
      'line 2: the value of m',
    ],
  ])('%s is refused in words', async (_, text, message) => {
    writeFileSync(at('odd.json'), text)
    const { code, err } = await runAssay(['compare', at('odd.json'), at('odd.json')])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(err).not.toContain('    at ')
  })

  test('runs that share no row, and files that are not there, are refused', async () => {
    const [a, b] = [await writeRun(at('left.json'), [{ id: 'x', score: 1 }]), await writeRun(at('right.json'), [{ id: 'y', score: 1 }])]
    expect((await runAssay(['compare', a, b])).err).toContain('No row of ')
    const absent = await runAssay(['compare', a, at('absent.json')])
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('There is no file ')])
  })

  test('its help fits a screen', async () => {
    const { out } = await runAssay(['compare', '--help'])
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { type ToyMetric, type ToyRow, writeRun } from './__fixtures__/write-run.ts'

/** What tries to act on whoever shows it, by what it tries. */
const hostileTexts: readonly (readonly [tries: string, text: string])[] = [
  ['everything', '\u001b[31mred\u001b]0;title\u0007 \u202eevil\u202c \u200bzero\u2028line\r\n::error::x \ud800 \u009b2J'],
  ['a script', '<script>window.pwned = 1</script><img src=x onerror="window.pwned=1">'],
  ['ends of elements', '</title></style></noscript></td><!-- <!--> --> ]]> " onmouseover="window.pwned=1'],
  ['Markdown', '| cell | ![](http://evil.example/p.png) @everyone [x](http://evil.example) `code`'],
  ['a workflow command', '::error file=a,line=1::pwned\n::add-mask::x'],
  ['a formula', "=cmd|' /C calc'!A0"],
  ['a template', '{{constructor.constructor("return 1")()}} ${1} $& $1'],
]

const folder = mkdtempSync(join(tmpdir(), 'assay-compare-several-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
/** Forty rows, of which the first `lost` score a half. */
const losing = (lost: number): ToyRow[] =>
  Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, question: `Question ${i}?`, score: i < lost ? 0.5 : 1 }))

const exact: readonly ToyMetric[] = [{ evidence: 'exact' }]

/** Reports of these runs by name. */
async function reports(runs: Readonly<Record<string, readonly ToyRow[]>>, metrics = exact): Promise<string[]> {
  return Promise.all(Object.entries(runs).map(([name, rows]) => writeRun(at(`${name}.json`), rows, metrics)))
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('assay compare of several reports', () => {
  test('shows each metric as a table with differences to the best mean and letters, the best set in words, and what differs most', async () => {
    const { code, out, err } = await runAssay(['compare', ...(await reports({ one: losing(0), two: losing(30), three: losing(1) }))])
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
    expect(out).toContain('40 rows are in all 3 runs\n')
    expect(out).toMatch(/^ {2}one +1\.000 +best mean +a +40 +0$/m)
    expect(out).toMatch(/^ {2}three +0\.988 +-0\.013 \[-0\.\d{3}, \+0\.\d{3}\] +a +40 +0$/m)
    expect(out).toMatch(/^ {2}two +0\.625 +-0\.375 \[-0\.\d{3}, -0\.\d{3}\] +b +40 +0$/m)
    expect(words(out)).toContain('best of 3: one, or three; no run is shown to be better than these (95%, all 3 pairs at once)')
    expect(words(out)).toContain('95% intervals that hold for all 3 pairs at once, over 40 rows; p over 9,999 drawn sign flips')
    expect(words(out)).toContain('the 10 rows of 30 that differ most r0 context_recall: one 1.000, two 0.500, three 0.500')
  })

  test('where lower is better, the lowest mean is the best', async () => {
    const runs = await reports({ low: losing(30), high: losing(0), middle: losing(10) }, [{ evidence: 'exact', direction: 'minimize' }])
    const { out } = await runAssay(['compare', ...runs])
    expect(out).toMatch(/ low +0\.625 +best mean +a /)
    expect(out).toMatch(/ middle +0\.875 +\+0\.250 \[\+0\.\d{3}, \+0\.\d{3}\] +b /)
    expect(words(out)).toContain(
      'best of 3: low; every other run is shown to be worse than some run (95%, all 3 pairs at once) lower is better; 95% intervals',
    )
  })

  test('neither the order of the reports nor that of their rows changes a figure, a letter or the place of a run', async () => {
    const shifted = (by: number): ToyRow[] =>
      losing(0).map((row, place) =>
        Object.assign({}, row, {
          score: [1, 0.5, 0.9, 0, 0.3][(place * by + (place % 3)) % 5] ?? 0,
          cluster: place < 20 ? undefined : `c${place % 9}`,
        }),
      )
    const runs = { k1: shifted(1), k2: shifted(2), k3: shifted(3), k4: shifted(4), k5: losing(9) }
    const figures = async (paths: readonly string[], ...more: readonly string[]): Promise<unknown> => {
      await runAssay(['compare', ...paths, '-o', at('order.json'), ...more])
      const { metrics } = JSON.parse(readFileSync(at('order.json'), 'utf8'))
      const { table, best, exact: isCounted } = metrics.context_recall
      expect([table.length, isCounted]).toEqual([5, false])
      return { table, best }
    }
    const paths = await reports(runs)
    const reversed = await reports(Object.fromEntries(Object.entries(runs).map(([name, rows]) => [name, rows.toReversed()])))
    const [all, besideOne] = [await figures(paths), await figures(paths, '--baseline', 'k2')]
    for (const other of [paths.toReversed(), [...paths.slice(2), ...paths.slice(0, 2)], reversed, reversed.toReversed()]) {
      expect(await figures(other)).toEqual(all)
      expect(await figures(other, '--baseline', 'k2')).toEqual(besideOne)
    }
  })

  test('what is left out is counted and named, and a run that was interrupted is said to be', async () => {
    const some = losing(2)
    const cut = await writeRun(at('cut.jsonl'), some.slice(0, 38), exact)
    writeFileSync(cut, readFileSync(cut, 'utf8').split('\n').slice(0, -2).join('\n'))
    const unscored = some.map((row, i) => (i === 3 ? { ...row, score: null } : row))
    const changed = some.map((row, i) => (i === 5 ? { ...row, question: 'Something else?' } : row))
    const { out } = await runAssay(['compare', ...(await reports({ all: some, unscored, changed })), cut])
    const told = words(out)
    expect(told).toMatch(/^differs data: 1 row with the same id asks something else in some run \(r5\), left out /)
    expect(told).toContain('37 rows are in all 4 runs')
    expect(told).toContain('all: 2 not in every run (r38, r39)')
    expect(told).toContain('note: cut (')
    expect(told).toContain('was interrupted: it holds the rows finished until then')
    expect(told).toContain('36 of 37 rows used; left out: 1 unscored in some run (r3)')
    expect(out).toMatch(/ unscored +\S+ .* 36 +1$/m)
  })

  test('a baseline is compared with all others, and only then are there gates', async () => {
    const runs = await reports({ base: losing(2), same: losing(2), worse: losing(20), better: losing(0) })
    const refused = await runAssay(['compare', ...runs, '--fail-if', 'worse'])
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('needs the one that the others are compared with. Add --baseline base'),
    ])
    const { code, out } = await runAssay([
      'compare',
      ...runs,
      '--baseline',
      'base',
      '--fail-if',
      'worse',
      '--fail-if',
      'worse=0.02',
      '--fail-if',
      'drop=0.5',
    ])
    const told = words(out)
    expect(code).toBe(1)
    expect(out).toMatch(/ base +0\.975 +baseline +- /)
    expect(out).toMatch(/ worse +0\.750 +-0\.225 \[.*\] +worse /)
    expect(told).toContain('beside base: shown to be worse: worse; not shown to differ: better, same (95%, all 3 pairs at once)')
    expect(told).toContain('FAILED worse, context_recall worse: worse is shown to be worse, p < 0.001')
    expect(told).toContain(
      'held same, context_recall worse: same is not shown to be worse, p 1.000. A loss in fewer than 6 of 40 rows is never shown',
    )
    expect(told).toMatch(/FAILED worse, context_recall worse=0\.02: \[-0\.\d+, -0\.\d+\] lies below -0\.020/)
    expect(told).toMatch(/held better, context_recall drop=0\.5: \[.*?\] excludes such a drop/)
    const held = await runAssay(['compare', runs[0] ?? '', runs[1] ?? '', runs[3] ?? '', '--baseline', 'base', '--fail-if', 'worse'])
    expect(held.code).toBe(0)
    const unknown = await runAssay(['compare', ...runs, '--baseline', 'bass'])
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('--baseline bass: no run is called so. There are: base, same, worse, better.'),
    ])
    const two = await runAssay(['compare', runs[2] ?? '', runs[0] ?? '', '--baseline', 'base', '--fail-if', 'worse'])
    expect([two.code, words(two.out)]).toEqual([1, expect.stringContaining('(95%, one pair)')])
  })

  test('the figures of a baseline with one other run are those of a pair', async () => {
    const runs = await reports({ a: losing(0), b: losing(9) })
    const pair = await runAssay(['compare', ...runs, '-o', '-'])
    const several = await runAssay(['compare', ...runs, '--baseline', 'a', '-o', '-'])
    const { difference, interval, p } = JSON.parse(pair.out).metrics.context_recall
    expect(JSON.parse(several.out).metrics.context_recall.pairs).toEqual([{ a: 'a', b: 'b', difference, interval, p }])
  })

  test('runs are called by --label, by what their report says, or by their files, and by paths where files are called alike', async () => {
    const named = await writeRun(at('x.json'), losing(0), exact, { label: 'hybrid search' })
    const [two = '', three = ''] = await reports({ two: losing(1), three: losing(2) })
    expect((await runAssay(['compare', named, two, three])).out).toMatch(/^run +report.*\nhybrid search .*\ntwo .*\nthree /)
    const labels = ['--label', 'A', '--label', 'B', '--label', 'C']
    expect((await runAssay(['compare', named, two, three, ...labels])).out).toMatch(/^run +report.*\nA .*\nB .*\nC /)
    const few = await runAssay(['compare', named, two, three, '--label', 'A'])
    expect([few.code, few.err]).toEqual([2, expect.stringContaining('--label is given 1 times for 3 reports')])
    const alike = await runAssay(['compare', two, three, named, '--label', 'A', '--label', 'A', '--label', 'B'])
    expect([alike.code, alike.err]).toEqual([2, expect.stringContaining('--label A is given twice')])
    const twice = await runAssay(['compare', two, two, three])
    expect([twice.code, twice.err]).toEqual([
      2,
      expect.stringContaining('is named twice. Name each report once, or tell them apart by --label'),
    ])
    const both = await runAssay(['compare', two, two, three, ...labels])
    expect(words(both.out)).toContain('note: A and B are reports of the same run')
    expect((await runAssay(['compare', two, three, '--label', 'old', '--label', 'new'])).out).toMatch(/^run +report.*\nold .*\nnew /)
    // By their folders.
    const other = mkdtempSync(join(folder, 'other-'))
    const same = await writeRun(join(other, 'two.json'), losing(3), exact)
    expect(
      JSON.parse((await runAssay(['compare', two, same, three, '-o', '-'])).out).runs.map(({ label }: { label: string }) => label),
    ).toEqual([two, same, 'three'])
  })

  test('one report, or more than fifty, are refused', async () => {
    const [one = ''] = await reports({ one: losing(0) })
    expect(await runAssay(['compare', one])).toMatchObject({ code: 2, err: expect.stringContaining('Name two reports or more') })
    const many = await runAssay(['compare', ...Array.from({ length: 51 }, () => one)])
    expect([many.code, many.err]).toEqual([2, expect.stringContaining('51 reports are too many: 50 can be compared at once.')])
  })

  test('other metrics, other versions and other data are refused, naming the run', async () => {
    const [a = '', b = ''] = await reports({ a: losing(0), b: losing(1) }, [{}, { name: 'mrr' }])
    const c = await writeRun(at('c.json'), losing(0))
    const other = await runAssay(['compare', a, b, c])
    expect([other.code, words(other.err)]).toEqual([
      2,
      expect.stringContaining('c did not measure mrr. Name what all have: -m context_recall'),
    ])
    expect((await runAssay(['compare', a, b, c, '-m', 'context-recall'])).code).toBe(0)
    expect((await runAssay(['compare', a, b, c, '-m', 'ndcg'])).err).toContain('No run measured ndcg. There is: context_recall, mrr.')
    const newer = await writeRun(at('newer.json'), losing(0), [{ version: '2' }, { name: 'mrr' }])
    expect((await runAssay(['compare', a, b, newer])).err).toContain('context_recall is version 1 in a and 2 in newer')
    const foreign = await writeRun(at('foreign.json'), [{ id: 'z', score: 1 }], [{}, { name: 'mrr' }])
    expect((await runAssay(['compare', a, b, foreign])).err).toContain('No row is in all 3 runs')
    const judge = await writeRun(at('judge.json'), losing(0), [{ judge: 'openai%3Agpt-5' }, { name: 'mrr' }])
    expect((await runAssay(['compare', a, b, judge])).out).toMatch(/^differs {2}context_recall, a and judge: judge toy -> openai:gpt-5\n/)
    const screens = await reports({ s1: losing(0), s2: losing(1), s3: losing(2) }, [{ evidence: 'screen' }])
    const gate = ['--baseline', 's1', '--fail-if', 'drop=0.9']
    expect(await runAssay(['compare', ...screens, ...gate])).toMatchObject({ code: 2, err: expect.stringContaining('pass --allow-screen') })
    expect((await runAssay(['compare', ...screens, ...gate, '--allow-screen'])).code).toBe(0)
  })

  test('under five rows nothing is told, and every gate fails with that', async () => {
    const few = (value: number): ToyRow[] => Array.from({ length: 4 }, (_, i) => ({ id: `r${i}`, score: value }))
    const runs = await reports({ f1: few(1), f2: few(0), f3: few(1) })
    expect(words((await runAssay(['compare', ...runs])).out)).toContain(
      'nothing can be told of 3 runs: 4 rows: an interval needs at least 5',
    )
    const gated = await runAssay(['compare', ...runs, '--baseline', 'f1', '--fail-if', 'worse'])
    expect([gated.code, words(gated.out)]).toEqual([1, expect.stringContaining('FAILED f3, context_recall worse: cannot be told. 4 rows')])
  })

  test('-o writes JSON with every row, CSV with a column for each run, and Markdown with questions, which --no-samples leaves out', async () => {
    const runs = await reports({ one: losing(0), two: losing(30), three: losing(1) })
    const files = ['all.json', 'all.csv', 'all.md'].map(at)
    await runAssay(['compare', ...runs, ...files.flatMap((file) => ['-o', file])])
    const [json, csv, markdown] = files.map((file) => readFileSync(file, 'utf8'))
    const found = JSON.parse(json ?? '')
    expect(found).toMatchObject({
      schemaVersion: 1,
      kind: 'runs',
      baseline: null,
      rows: { joined: 40 },
      runs: [{ label: 'one', rows: 40, calls: 0, cost: 0, p50: null }, { label: 'two' }, { label: 'three' }],
      metrics: {
        context_recall: {
          used: 40,
          best: ['one', 'three'],
          table: [
            { label: 'one', mean: 1, difference: null, letters: ['a'] },
            { label: 'three', mean: 0.9875, letters: ['a'] },
            { label: 'two', mean: 0.625, difference: -0.375, letters: ['b'] },
          ],
        },
      },
    })
    expect(found.metrics.context_recall.pairs).toHaveLength(3)
    expect(found.scores).toHaveLength(40)
    expect(found.scores[0]).toEqual({ id: 'r0', scores: { context_recall: [1, 0.5, 0.5] } })
    expect((csv ?? '').split('\n').slice(0, 2)).toEqual(['metric,row,cluster,one,two,three', 'context_recall,r0,,1,0.5,0.5'])
    expect((csv ?? '').trimEnd().split('\n')).toHaveLength(41)
    expect(markdown).toContain('**best of 3: `one`, or `three`; no run is shown to be better than these (95%, all 3 pairs at once)**')
    expect(markdown).toContain('| `r0` | `Question 0?` | `context_recall` | 1.000 | 0.500 | 0.500 |')
    const bare = await Promise.all(
      ['n1', 'n2', 'n3'].map((name, lost) => writeRun(at(`${name}.json`), losing(lost), exact, { samples: false })),
    )
    await runAssay(['compare', ...bare, '-o', at('bare.md')])
    expect(readFileSync(at('bare.md'), 'utf8')).not.toContain('Question')
    expect(readFileSync(at('bare.md'), 'utf8')).toContain('The reports keep no texts (`--no-samples`): only scores are compared.')
  })

  test('metrics that differ in their cut-off alone make a curve', async () => {
    const metrics: readonly ToyMetric[] = [10, 3, 5].map((k) => ({ name: `recall@${k}`, k, evidence: 'exact' as const }))
    const runs = await reports({ k1: losing(0), k2: losing(3), k3: losing(5) }, [...metrics, { name: 'mrr', evidence: 'exact' }])
    const { curves } = JSON.parse((await runAssay(['compare', ...runs, '-o', '-'])).out)
    expect(curves).toEqual([{ name: 'recall', points: [3, 5, 10].map((k) => ({ k, metric: `recall@${k}` })) }])
  })

  test('-o writes a page with what each run made of a row, each context once, and the question of the row', async () => {
    const given = (context: string) => ({
      reference: 'A reference.',
      retrievedContexts: ['A context that all of the runs have found for this question.', context],
    })
    const of = (lost: number): ToyRow[] =>
      losing(lost).map((row) => Object.assign({}, row, { given: given(`Found by the run that loses ${lost} rows.`) }))
    const runs = await reports({ p1: of(0), p2: of(30), p3: of(1) })
    await runAssay(['compare', ...runs, '-o', at('page.html')])
    const page = readFileSync(at('page.html'), 'utf8')
    const dataIn = (id: string): string => (new RegExp(`id="${id}">([^]*?)</script>`).exec(page)?.[1] ?? '').trim()
    expect(page.split('A context that all of the runs have found')).toHaveLength(2)
    expect(JSON.parse(dataIn('matrix-data'))[0]).toMatchObject({ id: 'r0', question: 'Question 0?', scores: [[1, 0.5, 0.5]] })
    const details = dataIn('detail-data').split('\n')
    expect(details).toHaveLength(40)
    const { shared, runs: parts } = JSON.parse(details[0] ?? '')
    expect(shared).toMatchObject({ question: 'Question 0?', reference: 'A reference.' })
    expect(parts.map(({ scores }: { scores: { context_recall: { value: number } } }) => scores.context_recall.value)).toEqual([1, 0.5, 0.5])
    const pair = await runAssay(['compare', runs[0] ?? '', runs[1] ?? '', '--fail-if', 'worse', '-o', at('pair.html')])
    expect(pair.code).toBe(1)
    expect(readFileSync(at('pair.html'), 'utf8')).toMatch(/<h1>2 runs compared<\/h1>[^]*context_recall worse: B is shown to be worse/)
    expect((await runAssay(['compare', runs[0] ?? '', runs[0] ?? '', '-o', at('same.html')])).code).toBe(0)
    const bare = await Promise.all(
      ['b1', 'b2', 'b3'].map((name, lost) => writeRun(at(`${name}.json`), of(lost), exact, { samples: false })),
    )
    await runAssay(['compare', ...bare, '-o', at('bare.html')])
    expect(readFileSync(at('bare.html'), 'utf8')).toContain('The reports keep no texts')
  })

  test('hostile ids, labels and questions are harmless on the terminal, in Markdown and in CSV', async () => {
    const rows = (score: number): ToyRow[] => hostileTexts.map(([, text], i) => ({ id: `${i}${text}`, question: text, score }))
    const runs = await reports({ h1: rows(1), h2: rows(0), h3: rows(0.5) })
    const labels = ['--label', hostileTexts[0]?.[1] ?? '', '--label', '<img src=x onerror=1>', '--label', '=cmd()']
    const { code, out } = await runAssay(['compare', ...runs, ...labels, '-o', at('h.md'), '-o', at('h.csv'), '--csv-safe'])
    expect(code).toBe(0)
    expect(out).not.toMatch(/[[\p{Cc}\u202e]--\n]/v)
    expect(out).not.toMatch(/^::/m)
    expect(readFileSync(at('h.md'), 'utf8').replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, '')).not.toMatch(/<img|<script|@everyone|https?:/)
    expect(readFileSync(at('h.csv'), 'utf8')).toMatch(/,<img src=x onerror=1>,'=cmd\(\)\n/)
  })

  test('on GitHub the Markdown is added to the page of the run, and gates that failed are annotations', async () => {
    const runs = await reports({ base: losing(0), good: losing(1), bad: losing(20) })
    writeFileSync(at('summary.md'), 'Before')
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('summary.md') }
    const { code, out } = await runAssay(['compare', ...runs, '--baseline', 'base', '--fail-if', 'worse'], { env })
    expect(code).toBe(1)
    expect(out).toMatch(/^::error title=Assay gate failed::bad, context_recall worse: bad is shown to be worse, p < 0\.001$/m)
    expect(readFileSync(at('summary.md'), 'utf8')).toMatch(
      /^Before\n\n## Comparison of runs\n[^]*❌ \*\*failed\*\* `bad, context_recall worse/,
    )
    await runAssay(['compare', runs[0] ?? '', runs[1] ?? ''], { env })
    expect(readFileSync(at('summary.md'), 'utf8')).toMatch(/## Comparison of runs\n[^]*\n\n## Comparison\n/)
    const lost = await runAssay(['compare', ...runs], { env: { ...env, GITHUB_STEP_SUMMARY: join(folder, 'none', 'summary.md') } })
    expect([lost.code, lost.err]).toEqual([0, expect.stringContaining('warning: the summary on GitHub was not written')])
    const elsewhere = await runAssay(['compare', ...runs, '--baseline', 'base', '--fail-if', 'worse'])
    expect(elsewhere.out).not.toContain('::error')
  })
})

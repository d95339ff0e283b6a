import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAssay } from '../__fixtures__/run-assay.ts'
import { type AnyMetric, scored, unscored } from '@assay/core'
import { type EvaluatedRow, evaluate } from '@assay/runner'
import { createUnscoredWatch, parseAllowedUnscored } from './allowed-unscored.ts'
import { parseGate } from './gate.ts'
import { createGateWatch } from './gate-watch.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-gates-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Eight rows at 1, two at 0.5: mean 0.9. With `missing`, as many more without reference ids. */
function rows(name: string, missing = 0): void {
  const row = (id: string, found: number, expected: number) => ({
    id,
    retrieved_context_ids: Array.from({ length: found }, (_, i) => `d${i}`),
    reference_context_ids: Array.from({ length: expected }, (_, i) => `d${i}`),
    reference: 'Oslo is in Norway.',
    retrieved_contexts: ['Oslo is in Norway.'],
  })
  const all = [
    ...Array.from({ length: 8 }, (_, i) => row(`a${i}`, 2, 2)),
    ...Array.from({ length: 2 }, (_, i) => row(`b${i}`, 1, 2)),
    ...Array.from({ length: missing }, (_, i) => row(`c${i}`, 1, 0)),
  ]
  writeFileSync(join(folder, name), all.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

beforeAll(() => {
  rows('rows.jsonl')
  rows('open.jsonl', 2)
})

const gated = (data: string, ...options: string[]) =>
  runAssay(['eval', data, '-m', 'id-based-context-recall', '-m', 'recall@5', '--quiet', ...options], { cwd: folder })

describe('gates by the exit code', () => {
  it.each([
    ['id_based_context_recall=0.9', 0],
    ['id-based-context-recall=0.9', 0],
    ['id_based_context_recall=0.9001', 1],
    ['id_based_context_recall.lo=0.5', 0],
    ['id_based_context_recall.lo=0.9', 1],
    ['id_based_context_recall.worst=0.9', 0],
    ['id_based_context_recall@0.5=100%', 0],
    ['id_based_context_recall@0.75=80%', 0],
    ['id_based_context_recall@0.75=81%', 1],
    ['recall@5=0.9', 0],
    ['recall@5=0.95', 1],
    ['recall@5@1=80%', 0],
    ['recall@5@1=90%', 1],
  ])('%s: %i', async (gate, code) => {
    const ran = await gated('rows.jsonl', '--fail-under', gate)
    expect(ran.code).toBe(code)
    expect(ran.err).toEqual(code === 0 ? '' : expect.stringContaining('gate failed: '))
  })

  it.each([
    ['id_based_context_recall', 'expected metric=0.8'],
    ['precision=0.5', 'no metric of this run is named so. There is id_based_context_recall, recall@5'],
    ['recal@5=0.8', 'no metric of this run is named so. Did you mean recall@5?'],
    ['id_based_context_recal.lo=0.8', 'no metric of this run is named so. Did you mean id_based_context_recall.lo?'],
    ['id_basd_context_recall@0.5=90%', 'no metric of this run is named so. Did you mean id_based_context_recall@0.5?'],
    ['recall@5.hi=0.5', 'no metric of this run is named so. Gates on recall@5 are recall@5, recall@5.lo and recall@5.worst.'],
    ['recal@5.lo=0.5', 'no metric of this run is named so. Did you mean recall@5.lo?'],
    ['recall@5@cluster=100%', 'cluster is neither a number from 0 to 1 nor a column of metadata, as in recall@5@metadata.threshold=100%'],
    ['recall@5=80%', 'a share needs the value that rows must reach, as in recall@5@0.5=80%'],
    ['recall@5@0.5=0.8', 'a share of rows ends in %'],
    ['recall@5=1.5', '1.5 is no number from 0 to 1'],
    ['recall@5=', 'expected metric=0.8'],
    ['recall@5@2=50%', '2 is no number from 0 to 1'],
  ])('%s is refused before anything is scored', async (gate, message) => {
    const { code, err } = await gated('rows.jsonl', '--fail-under', gate)
    expect(code).toBe(2)
    expect(err).toContain(`--fail-under ${gate}: ${message}`)
  })

  it('rows without a score beat a failed gate, unless they are allowed', async () => {
    expect((await gated('open.jsonl', '--fail-under', 'recall@5=0.99')).code).toBe(3)
    expect((await gated('open.jsonl', '--fail-under', 'recall@5=0.99', '--allow-unscored', '2')).code).toBe(1)
    expect((await gated('open.jsonl', '--fail-under', 'recall@5=0.9', '--allow-unscored', '2')).code).toBe(0)
    expect((await gated('open.jsonl', '--fail-under', 'recall@5.worst=0.8', '--allow-unscored', 'empty_reference:2')).code).toBe(1)
    expect((await gated('open.jsonl', '--allow-unscored', 'empty_reference:1')).code).toBe(3)
    expect((await gated('open.jsonl', '--allow-unscored', 'refused:2')).code).toBe(3)
  })

  it('a gate that holds only if the unscored rows do well says so', async () => {
    const ran = await runAssay(['eval', 'open.jsonl', '-m', 'recall@5', '--fail-under', 'recall@5=0.85', '--allow-unscored', '2'], {
      cwd: folder,
    })
    expect(ran.code).toBe(0)
    expect(ran.out.replaceAll(/\s+/g, ' ')).toContain('holds on 10 of 12 rows, would fail if the others score 0')
  })

  it('a gate that undecided claims could turn says what they could bring it to', async () => {
    const row = (id: string, reference: string, context: string) => ({ id, reference, retrieved_contexts: [context] })
    const lines = [
      row('clear', 'Oslo is in Norway.', 'Oslo is in Norway.'),
      row('likely', 'Oslo lies on a fjord.', 'Oslo is the capital of Norway and sits by the fjord.'),
      row('unlikely', 'It is what it was.', 'Bergen rains.'),
    ]
    const told = async (count: number, ...gates: string[]) => {
      const written = lines.slice(0, count).map((line) => `${JSON.stringify(line)}\n`)
      writeFileSync(join(folder, 'undecided.jsonl'), written.join(''))
      const options = ['-m', 'context-recall', '-j', 'lexical', '--allow-screen', '--quiet', '-o', '-']
      const named = gates.flatMap((gate) => ['--fail-under', `context_recall${gate}`])
      const { out, err } = await runAssay(['eval', 'undecided.jsonl', ...options, ...named], { cwd: folder })
      const report = JSON.parse(out)
      for (const { text, held, note } of report.gates) if (!held) expect(err).toContain(`gate failed: ${text} (${note})\n`)
      return report.gates.map(({ text, held, note }: { text: string; held: boolean; note?: string }) => [
        text.replace(/^.*; /, ''),
        held,
        note,
      ])
    }
    expect(await told(2, '=0.9', '=0.5', '@0.5=60%', '.worst=0.6')).toEqual([
      ['it is 1.000', true, 'undecided claims could bring it to 0.500'],
      ['it is 1.000', true, undefined],
      ['it is 100%', true, 'undecided claims could bring it to 50%'],
      ['it is 1.000', true, 'undecided claims could bring it to 0.500'],
    ])
    expect(await told(3, '=0.7', '@0.5=70%')).toEqual([
      ['it is 0.667', false, 'undecided claims could bring it to 1.000'],
      ['it is 66.6%', false, 'undecided claims could bring it to 100%'],
    ])
  })

  it('a lexical screen carries no gate unless that is asked for', async () => {
    const screened = (...options: string[]) =>
      runAssay(
        ['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--quiet', '--fail-under', 'context_recall=0.1', ...options],
        {
          cwd: folder,
        },
      )
    const refused = await screened()
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('rests on the lexical screen alone')
    expect(await screened('--dry-run')).toMatchObject({ code: 2, err: refused.err })
    expect((await screened('--allow-screen')).code).toBe(0)
  })

  it('one of a configuration is named as that, not as an option that nobody wrote', async () => {
    const runUnder = (gate: string) => {
      writeFileSync(join(folder, 'gated.yaml'), `data: rows.jsonl\nmetrics: [context-recall]\njudge: lexical\nfailUnder: ["${gate}"]\n`)
      return runAssay(['eval', '-c', 'gated.yaml', '--quiet'], { cwd: folder })
    }
    for (const [gate, what] of [
      ['context_recall=0.1', 'context_recall rests on the lexical screen alone'],
      ['context_recal=0.1', 'no metric of this run is named so'],
      ['context_recall=1.5', '1.5 is no number from 0 to 1'],
    ] as const) {
      const { code, err } = await runUnder(gate)
      expect([code, err]).toEqual([2, expect.stringContaining(`The gate at gated.yaml:4, ${gate}: ${what}`)])
      expect(err).not.toContain('--fail-under')
    }
    const wrong = await runAssay(['eval', '-c', 'gated.yaml', '-m', 'context-recall', '--quiet'], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('1.5 is no number from 0 to 1') })
  })
})

describe('what is allowed to stay unscored', () => {
  it('is named by where it was written', async () => {
    const runUnder = async (allowed: string, ...options: string[]) => {
      writeFileSync(join(folder, 'allowing.yaml'), `data: open.jsonl\nmetrics: [recall@5]\nallowUnscored: ${allowed}\n`)
      return (await runAssay(['eval', '-c', 'allowing.yaml', '--quiet', ...options], { cwd: folder })).err
    }
    expect(await runUnder('1')).toMatch(
      /^assay: unscored: 2 of 12 rows, more than allowUnscored \(allowing\.yaml:3\) says: 2 empty_reference\. The first: There are no reference ids/,
    )
    expect(await runUnder('5', '--allow-unscored', '1')).toMatch(
      /^assay: unscored: 2 of 12 rows, more than --allow-unscored says: 2 empty_reference\./,
    )
    expect(await runUnder('refuse:1')).toContain('allowUnscored (allowing.yaml:3) refuse:1: there is no cause refuse')
  })

  it.each([
    [['x'], 'expected a number of rows'],
    [['1', '2'], 'a number of rows was given before'],
    [['nonsense:2'], 'there is no cause nonsense. Causes are'],
    [['refuse:2'], 'there is no cause refuse. Did you mean refused?'],
    [['refused:1', 'refused:2'], 'refused was given before'],
    [['-1'], 'expected a number of rows'],
  ])('is refused as %j', (texts, message) => {
    expect(() => parseAllowedUnscored(texts)).toThrow(message)
  })

  it('counts a row once, under every cause it has', () => {
    const watch = createUnscoredWatch()
    const failure = (cause: 'refused' | 'timeout') => ({
      status: 'unscored' as const,
      value: null,
      cause,
      reason: '',
      signature: '',
      usage: { calls: 0, inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
    })
    const row = (id: string, scores: Record<string, ReturnType<typeof failure>>) => ({
      result: { id, idGiven: true, index: 0, scores },
      sample: { id },
    })
    watch.rows([row('a', { x: failure('refused'), y: failure('timeout') }), row('b', { x: failure('refused') }), row('c', {})])
    expect(watch.count()).toBe(2)
    const isWithin = (...texts: string[]) => watch.isWithin(parseAllowedUnscored(texts))
    expect([isWithin('2'), isWithin('1')]).toEqual([true, false])
    expect([isWithin('refused:2', 'timeout:1'), isWithin('refused:2'), isWithin('refused:2', '1'), isWithin('refused:1', '1')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('leaves out rows whose answer declined, unless that cause is named', () => {
    const watch = createUnscoredWatch()
    const score = (cause: 'refused' | 'declined') => unscored({ signature: 's', cause, reason: cause })
    const row = (id: string, scores: EvaluatedRow['result']['scores']) => ({
      result: { id, idGiven: true, index: 0, scores },
      sample: { id },
    })
    watch.rows([row('a', { x: score('declined') }), row('b', { x: score('declined'), y: score('refused') }), row('c', {})])
    const isWithin = (...texts: string[]) => watch.isWithin(parseAllowedUnscored(texts))
    expect([isWithin('1'), isWithin('refused:1'), isWithin('0')]).toEqual([true, true, false])
    expect([isWithin('1', 'declined:2'), isWithin('1', 'declined:1')]).toEqual([true, false])
    expect(watch.result('--allow-unscored', parseAllowedUnscored([])).text).toBe(
      'unscored: 1 of 3 rows, more than --allow-unscored says: 2 declined, 1 refused. The first declined: declined',
    )
  })
})

describe('gates on what is better when lower', () => {
  const names = ['hallucination', 'recall@5']

  it('ask "at most" of the mean, the upper end of its interval, the worst case, or rows at or below', () => {
    const read = (text: string) => parseGate(text, names, 'atMost')
    expect(read('hallucination=0.1')).toMatchObject({ metric: 'hallucination', of: 'mean', side: 'atMost', limit: 0.1 })
    expect(read('hallucination.hi=0.15')).toMatchObject({ of: 'hi' })
    expect(read('hallucination.worst=0.2')).toMatchObject({ of: 'worst' })
    expect(read('hallucination@0.5=90%')).toMatchObject({ of: { from: 0.5 }, limit: 0.9 })
    expect(read('hallucination.lo=0.1')).toBeUndefined()
    expect(() => read('hallucination')).toThrow('--fail-over hallucination: expected metric=0.1, metric.hi=0.15')
  })

  /** A run of rows whose values of `a` are these; `null` is unscored. */
  async function results(values: readonly (number | null)[], ...texts: string[]) {
    const gates = texts.flatMap((text) => parseGate(text, ['a'], 'atMost') ?? [])
    const watch = createGateWatch(gates)
    const metric: AnyMetric = {
      specificationVersion: 'v1',
      name: 'a',
      version: '1',
      kind: 'llm',
      direction: 'minimize',
      needs: [],
      signature: 'a|v1',
      config: null,
      score: async ({ metadata }) => {
        const value = metadata?.['value']
        return typeof value === 'number'
          ? scored<unknown>({ signature: 'a|v1', value, reason: 'r', detail: null })
          : unscored({ signature: 'a|v1', cause: 'refused', reason: 'r' })
      },
    }
    const run = evaluate({ data: values.map((value) => ({ metadata: { value } })), metrics: [metric] })
    for await (const batch of run.batches()) watch.rows(batch)
    return watch.results(await run.summary).map(({ text, held, note }) => [text.replace(/^a: /, ''), held, note])
  }

  it('hold at their limit and not above it', async () => {
    const values = [0, 0.25, 0.125, 0.125, 0.125, 0.125]
    expect(await results(values, 'a=0.125', 'a=0.12', 'a@0.125=80%', 'a@0.125=90%', 'a.hi=0.9', 'a.hi=0.125')).toEqual([
      ['mean at most 0.125; it is 0.125', true, undefined],
      ['mean at most 0.12; it is 0.125', false, undefined],
      ['share of rows at or below 0.125 at least 80%; it is 83.3%', true, undefined],
      ['share of rows at or below 0.125 at least 90%; it is 83.3%', false, undefined],
      [expect.stringMatching(/^upper end of the interval at most 0\.9; it is 0\.\d+$/), true, undefined],
      [expect.stringMatching(/^upper end of the interval at most 0\.125; it is 0\.\d+$/), false, undefined],
    ])
  })

  it('count an unscored row as 1 where the worst case is asked', async () => {
    expect(await results([0, 0, 0, null], 'a=0.1', 'a.worst=0.25', 'a.worst=0.2')).toEqual([
      ['mean at most 0.1; it is 0.000', true, 'holds on 3 of 4 rows, would fail if the others score 1'],
      ['worst case at most 0.25; it is 0.250', true, undefined],
      ['worst case at most 0.2; it is 0.250', false, undefined],
    ])
  })

  it('are refused under the flag of the other side, which is named', async () => {
    const run = (...options: string[]) =>
      runAssay(['eval', 'rows.jsonl', '-m', 'hallucination', '-j', 'openai:x', '--quiet', ...options], {
        cwd: folder,
        env: { OPENAI_API_KEY: 'k' },
      })
    expect(await run('--fail-under', 'hallucination.lo=0.1')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--fail-under hallucination.lo=0.1: lower is better for hallucination. Write --fail-over hallucination.hi=0.1.',
      ),
    })
    expect(
      await runAssay(['eval', 'rows.jsonl', '-m', 'recall@5', '--quiet', '--fail-over', 'recall@5.hi=0.1'], { cwd: folder }),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('--fail-over recall@5.hi=0.1: higher is better for recall@5. Write --fail-under recall@5.lo=0.1.'),
    })
    writeFileSync(join(folder, 'sides.yaml'), 'data: rows.jsonl\nmetrics: [recall@5]\nfailOver: [recall@5=0.1]\n')
    expect(await runAssay(['eval', '-c', 'sides.yaml', '--quiet'], { cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('The gate at sides.yaml:3, recall@5=0.1: higher is better for recall@5. Put it under failUnder'),
    })
    expect(await run('--fail-over', 'hallucination.lo=0.1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Gates on hallucination are hallucination, hallucination.hi and hallucination.worst.'),
    })
  })
})

it('a gate is read with the longest name first', () => {
  expect(parseGate('recall@5=0.8', ['recall@5', 'recall'])).toMatchObject({ metric: 'recall@5', of: 'mean' })
  expect(parseGate('recall@0.5=80%', ['recall@5', 'recall'])).toMatchObject({ metric: 'recall', of: { from: 0.5 } })
})

import { type AnyMetric, AssayError, type Sample, unscored } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from './__fixtures__/scripted.ts'
import type { Check, RowChecks } from './checks/check.ts'
import { evaluate } from './evaluate.ts'

/** A metric that reads its value off the sample, or has none. */
const told = (name: string, signature = `${name}|v1`): AnyMetric =>
  scriptedMetric(
    (sample: Sample) => {
      const value: unknown = sample.metadata?.[name]
      return Promise.resolve(
        typeof value === 'number' ? valueOf(value, signature) : unscored({ signature, cause: 'refused', reason: 'nobody said' }),
      )
    },
    { name, signature },
  )
const rowWith = (metadata: Record<string, number>): Sample => ({ metadata })

async function gatesOf(samples: readonly Sample[], checks: (sample: Sample) => RowChecks | readonly Check[]) {
  const results = []
  for await (const { result } of evaluate({ data: samples, metrics: checks })) results.push(result)
  return results
}

describe('a check', () => {
  it.each([
    [{ threshold: 0.5 }, 0.5, true],
    [{ threshold: 0.5 }, 0.4999, false],
    [{ threshold: 0.5, negate: true }, 0.5, false],
    [{ threshold: 0.5, negate: true }, 0.4, true],
  ] as const)('of %o passes %d: %s', async (check, value, passed) => {
    const [row] = await gatesOf([rowWith({ a: value })], () => [{ metric: told('a'), ...check }])
    expect(row?.scores['a']).toMatchObject({ status: 'scored', value, passed })
    expect(row?.gate).toEqual({ value: check === undefined || !('negate' in check) ? value : 1 - value, passed })
  })

  it.each<[check: Omit<Check, 'metric'>, value: number, verdict: boolean, passed: boolean | undefined]>([
    [{}, 1, true, undefined],
    [{ threshold: 0.5 }, 0.6, true, true],
    [{ threshold: 0.5 }, 0.6, false, false],
    [{ byVerdict: true }, 0, true, true],
    [{ byVerdict: true }, 1, false, false],
    [{ byVerdict: true, threshold: 0.5 }, 0.4, true, false],
    [{ byVerdict: true, negate: true }, 0.3, false, true],
    [{ byVerdict: true, negate: true }, 0.3, true, false],
    [{ threshold: 0.5, negate: true }, 0.9, false, true],
    [{ threshold: 0.5, negate: true }, 0.4, true, true],
    [{ byVerdict: true, weight: 0 }, 0, false, false],
  ])('of %o on %d with the judge’s verdict %s passes: %s', async (check, value, verdict, passed) => {
    const metric = scriptedMetric(() => Promise.resolve(valueOf(value, 'a|v1', { verdict })), { name: 'a', signature: 'a|v1' })
    const [row] = await gatesOf([{}], () => [{ metric, ...check }])
    expect(row?.scores['a']?.passed).toBe(passed)
    const canFail = passed !== undefined && check.weight !== 0
    expect(row?.gate).toEqual(canFail ? { value: check.negate === true ? 1 - value : value, passed } : undefined)
  })

  it('by the verdict neither passes nor fails where there is no score', async () => {
    const [row] = await gatesOf([rowWith({})], () => [{ metric: told('a'), byVerdict: true }])
    expect([row?.scores['a']?.passed, row?.gate]).toEqual([null, { value: null, passed: null }])
  })

  it.each([
    [[true, true, false], true],
    [[true, false], false],
  ])('that is repeated with verdicts %j has the verdict %s', async (verdicts, verdict) => {
    let at = 0
    const metric = scriptedMetric(() => Promise.resolve(valueOf(0.5, 'a|v1', { verdict: verdicts[at++] === true })), {
      kind: 'llm',
      name: 'a',
      signature: 'a|v1',
    })
    for await (const { result } of evaluate({ data: [{}], metrics: [metric], repeat: verdicts.length }))
      expect(result.scores['a']).toMatchObject({ verdict })
  })

  it.each([
    [{ threshold: 0.9 }, { threshold: 0.9 }],
    [{ threshold: 0.9, negate: false, weight: 1 }, { threshold: 0.9 }],
    [
      { threshold: 0.9, negate: true, weight: 2 },
      { threshold: 0.9, negate: true, weight: 2 },
    ],
    [{ weight: 0 }, { weight: 0 }],
    [{}, undefined],
  ] as const)('of %o adds its condition to the score: %o, scored or not', async (given, check) => {
    const rows = await gatesOf([rowWith({ a: 0.5 }), rowWith({})], () => [{ metric: told('a'), ...given }])
    expect(rows.map(({ scores }) => scores['a']?.check)).toEqual([check, check])
  })

  it('reaches its row’s threshold where each value of the row does', async () => {
    const metrics = ['a', 'b', 'c'].map((name) => told(name))
    const [row] = await gatesOf([rowWith({ a: 0.7, b: 0.7, c: 0.7 })], () => ({
      checks: metrics.map((metric) => ({ metric })),
      threshold: 0.7,
    }))
    expect(row?.gate).toEqual({ value: 0.7, passed: true, threshold: 0.7 })
  })

  it.each([
    [[0, 1], 0.5, { passed: true, undecidedAt: 0.5 }],
    [[0.5, 1], 0.5, { passed: true }],
    [[0, 0.9], 0.9, { passed: false, undecidedAt: 0.9 }],
    [[0, 0.8], 0.9, { passed: false }],
  ] as const)('on a value of 0.8 within %o at %d is %o', async (range, threshold, expected) => {
    const metric = scriptedMetric(() => Promise.resolve({ ...valueOf(0.8, 'a|v1'), range }), { kind: 'llm', name: 'a', signature: 'a|v1' })
    for (const negate of [false, true]) {
      const [row] = await gatesOf([{}], () => [{ metric, threshold, negate }])
      expect(row?.scores['a']).toMatchObject({ ...expected, passed: expected.passed !== negate })
      expect(Object.hasOwn(row?.scores['a'] ?? {}, 'undecidedAt')).toBe('undecidedAt' in expected)
    }
  })

  it('that is unscored passes neither way', async () => {
    for (const negate of [false, true]) {
      const [row] = await gatesOf([rowWith({})], () => [{ metric: told('a'), threshold: 0.5, negate }])
      expect(row?.scores['a']).toMatchObject({ status: 'unscored', passed: null })
      expect(row?.gate).toEqual({ value: null, passed: null })
    }
  })

  it('without a threshold sends nothing of the row', async () => {
    const [row] = await gatesOf([rowWith({ a: 0.1 })], () => [{ metric: told('a') }])
    expect(row?.scores['a']).not.toHaveProperty('passed')
    expect(row).not.toHaveProperty('gate')
  })
})

describe('a row', () => {
  const both: readonly Check[] = [
    { metric: told('a'), threshold: 0.5, weight: 3 },
    { metric: told('b'), threshold: 0.5 },
  ]

  it('passes if all its checks do', async () => {
    const rows = await gatesOf([rowWith({ a: 1, b: 0.5 }), rowWith({ a: 1, b: 0 })], () => both)
    expect(rows.map(({ gate }) => gate)).toEqual([
      { value: 0.875, passed: true },
      { value: 0.75, passed: false },
    ])
  })

  it('with a threshold of its own passes by the weighted mean, though a check fails', async () => {
    const rows = await gatesOf([rowWith({ a: 1, b: 0 })], () => ({ checks: both, threshold: 0.75 }))
    expect(rows[0]?.gate).toEqual({ value: 0.75, passed: true, threshold: 0.75 })
    expect(rows[0]?.scores['b']).toMatchObject({ passed: false })
  })

  it('is undecided while one of its checks is unscored, unless that one has no weight', async () => {
    const [open] = await gatesOf([rowWith({ a: 1 })], () => ({ checks: both, threshold: 0.1 }))
    expect(open?.gate).toEqual({ value: null, passed: null, threshold: 0.1 })
    const weightless: readonly Check[] = [
      { metric: told('a'), threshold: 0.5, weight: 3 },
      { metric: told('b'), threshold: 0.5, weight: 0 },
    ]
    const [closed] = await gatesOf([rowWith({ a: 1 })], () => weightless)
    expect(closed?.gate).toEqual({ value: 1, passed: true })
  })

  it('is called only what its checks say, and counts only there', async () => {
    const evaluation = evaluate({
      data: [rowWith({ a: 1, b: 1 }), rowWith({ a: 0.5 })],
      metrics: (sample) => [{ metric: told('a') }, ...(sample.metadata?.['b'] === undefined ? [] : [{ metric: told('b') }])],
    })
    expect(evaluation.run.metrics).toEqual([])
    const { run, metrics } = await evaluation.result()
    expect(run.metrics.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(metrics).toMatchObject({ a: { mean: 0.75, total: 2 }, b: { mean: 1, total: 1 } })
  })

  it('may be judged by another judge than the row before, and the run names both signatures', async () => {
    const { run } = await evaluate({
      data: [rowWith({ a: 1 }), rowWith({ a: 0 }), rowWith({ a: 1 })],
      metrics: (sample) => [{ metric: told('a', sample.metadata?.['a'] === 1 ? 'a|judge:x|v1' : 'a|judge:y|v1') }],
    }).result()
    expect(run.metrics).toMatchObject([{ name: 'a', signature: 'a|judge:x|v1', otherSignatures: ['a|judge:y|v1'] }])
  })
})

describe('checks that cannot stand end the run and say which row', () => {
  it.each([
    [[{ metric: told('a'), threshold: 1.5 }], 'The threshold of a in row row-1 is 1.5; it must be in [0, 1].'],
    [[{ metric: told('a'), weight: -1 }], 'The weight of a in row row-1 is -1; it must be a number of at least 0.'],
    [
      [{ metric: told('a') }, { metric: told('a') }],
      'Row row-1 has two checks named a. Give one of them another name with the option "name".',
    ],
    [{ checks: [], threshold: Number.NaN }, 'The threshold of row row-1 is NaN; it must be in [0, 1].'],
  ] as const)('%#', async (checks, message) => {
    const { stopped } = await evaluate({ data: [rowWith({ a: 1 })], metrics: () => checks }).result()
    expect(stopped).toEqual({ cause: 'config', reason: message })
  })

  it('while a failure of the function itself is thrown', async () => {
    const evaluation = evaluate({
      data: [rowWith({ a: 1 })],
      metrics: () => {
        throw new TypeError('a mistake')
      },
    })
    await expect(evaluation.result()).rejects.toThrow('a mistake')
    expect(AssayError.is(await evaluation.result().catch((error: unknown) => error))).toBe(false)
  })
})

import { type AnyMetric, unscored } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { evaluate } from '../evaluate.ts'
import type { Check, CheckSet } from './check.ts'
import type { RowGate } from './row-gate.ts'

type Asked = Omit<Check, 'metric'> & { readonly value: number | null }

/** How a row fares whose metrics `a`, `b`, … have these values. */
async function gateOf(checks: readonly Asked[], row: { sets?: readonly CheckSet[]; threshold?: number }): Promise<RowGate | undefined> {
  const made = checks.map(({ value, ...check }, at): Check => ({ ...check, metric: fixed('abcdef'[at] ?? '', value) }))
  for await (const { result } of evaluate({ data: [{}], metrics: () => ({ checks: made, ...row }) })) return result.gate
  return undefined
}

function fixed(name: string, value: number | null): AnyMetric {
  const signature = `${name}|v1`
  const score = value === null ? unscored({ signature, cause: 'refused', reason: 'nobody said' }) : valueOf(value, signature)
  return scriptedMetric(() => Promise.resolve(score), { name, signature })
}

const failing: Asked = { value: 0, threshold: 0.5, set: 's' }
const passing: Asked = { value: 1, threshold: 0.5, set: 's' }

/** As promptfoo 0.123.1 decides the same sets of assertions. */
describe('a set of checks', () => {
  it.each<[what: string, checks: readonly Asked[], set: Omit<CheckSet, 'name'>, gate: object]>([
    ['without a threshold passes where each of its checks does', [passing, passing], {}, { value: 1, passed: true }],
    ['without a threshold fails where one of them does', [passing, failing], {}, { value: 0.5, passed: false }],
    [
      'with a threshold passes by its weighted mean, though a check fails',
      [{ ...passing, weight: 3 }, failing],
      { threshold: 0.75 },
      { value: 0.75, passed: true },
    ],
    ['with a threshold fails below it', [{ ...passing, weight: 3 }, failing], { threshold: 0.76 }, { value: 0.75, passed: false }],
    ['with a threshold of 0 passes whatever its checks say', [failing], { threshold: 0 }, { value: 0, passed: true }],
    ['of weight 0 is still to pass', [failing, { value: 1, threshold: 0.5 }], { weight: 0 }, { value: 1, passed: false }],
    [
      'whose checks have no weight decides nothing',
      [
        { ...failing, weight: 0 },
        { value: 1, threshold: 0.5 },
      ],
      {},
      { value: 1, passed: true },
    ],
    ['counts a negated check as 1 − value', [{ ...failing, negate: true }], { threshold: 1 }, { value: 1, passed: true }],
    ['with an unscored check is undecided', [passing, { ...passing, value: null }], { threshold: 0.1 }, { value: null, passed: null }],
  ])('%s', async (_what, checks, set, gate) => {
    expect(await gateOf(checks, { sets: [{ name: 's', ...set }] })).toMatchObject(gate)
  })

  it('weighs in the mean of its row as one', async () => {
    const checks: Asked[] = [{ value: 1, threshold: 0.5 }, { ...passing, weight: 3 }, failing]
    expect(await gateOf(checks, { sets: [{ name: 's', threshold: 0.5, weight: 2 }], threshold: 0.8 })).toEqual({
      value: 2.5 / 3,
      passed: true,
      threshold: 0.8,
      sets: [{ name: 's', value: 0.75, passed: true, threshold: 0.5, weight: 2 }],
    })
  })

  it('none of whose checks is called of the row is absent', async () => {
    expect(await gateOf([{ value: 1, threshold: 0.5 }], { sets: [{ name: 's', threshold: 1 }] })).toEqual({ value: 1, passed: true })
  })

  it('says on each of its scores that it is theirs', async () => {
    const metrics = () => ({ checks: [{ metric: fixed('a', 1), set: 's' }], sets: [{ name: 's' }] })
    for await (const { result } of evaluate({ data: [{}], metrics })) expect(result.scores['a']?.check).toEqual({ set: 's' })
  })

  it.each<[sets: readonly CheckSet[], message: RegExp]>([
    [[], /names the set s, which is not among the sets/],
    [[{ name: 's' }, { name: 's' }], /two sets of checks named s/],
    [[{ name: 's', threshold: 2 }], /threshold of s in row \S+ is 2; it must be in \[0, 1\]/],
    [[{ name: 's', weight: -1 }], /weight of s in row \S+ is -1/],
  ])('%j ends the run, saying what is wrong', async (sets, message) => {
    const evaluation = evaluate({ data: [{}], metrics: () => ({ checks: [{ metric: fixed('a', 1), set: 's' }], sets }) })
    expect((await evaluation.result()).stopped).toMatchObject({ cause: 'config', reason: expect.stringMatching(message) })
  })
})

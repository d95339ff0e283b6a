import { type AnyMetric, type Sample, type Score, unscored } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { toy } from './__fixtures__/metrics.ts'
import { createWorkersPay, isForWorkers } from './workers-pay.ts'

const score: Score = unscored({ signature: 's', cause: 'data', reason: 'r' })
/** A clock on which copying one row takes `copyMs`. */
const clock = (copyMs: number) => {
  let calls = 0
  return () => Math.floor((calls += 1) / 2) * copyMs
}
const empty: Sample = {}
const after = (rows: number, msPerRow: number, { copyMs = 0.05, threads = 2, sample = empty } = {}): boolean => {
  const { add, pays } = createWorkersPay({ threads, now: clock(copyMs) })
  for (let row = 0; row < rows; row += 1) add([sample], [[score]], msPerRow)
  return pays()
}

describe('workers pay', () => {
  test('once scoring has taken as long as starting them', () => {
    expect([after(0, 0), after(100, 2), after(149, 2), after(150, 2)]).toEqual([false, false, false, true])
  })

  test('where a row costs at least four times more to score than to send', () => {
    expect([after(100_000, 0.1), after(2000, 0.19), after(2000, 0.21)]).toEqual([false, false, true])
  })

  test('never on one thread, nor where samples cannot be sent', () => {
    expect(after(1000, 2, { threads: 1 })).toBe(false)
    expect(after(1000, 2, { sample: { metadata: { act: () => 1 } } })).toBe(false)
  })
})

test('metrics that rest on no model and can be made again are for workers', () => {
  const of = (change: Partial<AnyMetric>) => isForWorkers({ ...(toy() as AnyMetric), ...change })
  expect([of({}), of({ kind: 'composite' }), of({ kind: 'id' })]).toEqual([true, true, true])
  expect([of({ config: null }), of({ kind: 'llm' }), of({ evidence: 'judge' }), of({ evidence: 'screen' })]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

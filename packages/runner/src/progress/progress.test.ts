import { type Clock, noUsage, unknownUsage } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function handClock(): Clock & { now: () => number; pass: (ms: number) => void; looks: () => number } {
  let time = 5000
  let looks = 0
  const look = (): number => {
    looks += 1
    return time
  }
  return { now: look, monotonic: look, sleep: () => Promise.resolve(), pass: (ms) => (time += ms), looks: () => looks }
}

const used = (inputTokens: number, outputTokens: number) => ({ ...noUsage, calls: 1, inputTokens, outputTokens })

describe('progress', () => {
  it('begins with nothing known', () => {
    expect(createProgress({ clock: handClock() }).snapshot()).toEqual({
      rows: 0,
      total: null,
      rowsPerSecond: null,
      calls: 0,
      retries: 0,
      inFlight: 0,
      limit: null,
      tokens: 0,
      cost: 0,
      unscored: 0,
      fromStore: 0,
      etaMs: null,
      elapsedMs: 0,
    })
  })

  it('counts what happened', () => {
    const progress = createProgress({ clock: handClock(), total: 10 })
    progress.rowsFinished(3, 1)
    progress.rowsFinished(2)
    progress.callStarted()
    progress.callStarted()
    progress.retried()
    progress.used(used(100, 20), { cost: 0.5 })
    progress.used(used(1, 2), { cost: 0.25 })
    progress.answeredFromStore()
    progress.setLoad({ inFlight: 1, limit: 8 })
    expect(progress.snapshot()).toMatchObject({
      rows: 5,
      total: 10,
      unscored: 1,
      calls: 2,
      inFlight: 1,
      retries: 1,
      tokens: 123,
      cost: 0.75,
      fromStore: 1,
      limit: 8,
    })
    progress.setTotal(7)
    expect(progress.snapshot().total).toBe(7)
  })

  it('knows neither tokens nor cost once a part is unknown', () => {
    const progress = createProgress({ clock: handClock() })
    progress.used(unknownUsage(), { cost: null })
    progress.used(used(1, 1), { cost: 1 })
    expect(progress.snapshot()).toMatchObject({ tokens: null, cost: null })
  })

  it('computes rate and time left from the last half minute, not from the whole run', () => {
    const clock = handClock()
    const progress = createProgress({ clock, total: 1000 })
    for (let i = 0; i < 60; i += 1) {
      clock.pass(1000)
      progress.rowsFinished(10)
      progress.snapshot()
    }
    expect(progress.snapshot().rowsPerSecond).toBeCloseTo(10, 9)
    for (let i = 0; i < 40; i += 1) {
      clock.pass(1000)
      progress.rowsFinished(1)
      progress.snapshot()
    }
    expect(progress.snapshot()).toMatchObject({ rows: 640, rowsPerSecond: 1, etaMs: 360_000 })
  })

  it('has no time left while no row has ended, or if the number of rows is unknown', () => {
    const clock = handClock()
    const stuck = createProgress({ clock, total: 10 })
    const endless = createProgress({ clock })
    endless.rowsFinished(5)
    clock.pass(1000)
    expect(stuck.snapshot()).toMatchObject({ rowsPerSecond: 0, etaMs: null })
    expect(endless.snapshot()).toMatchObject({ rowsPerSecond: 5, etaMs: null })
  })

  it('looks at no clock when rows end: 200,000 of them cost their additions', () => {
    const clock = handClock()
    const progress = createProgress({ clock, total: 200_000 })
    const looks = clock.looks()
    for (let i = 0; i < 200_000; i += 1) progress.rowsFinished(1)
    expect(clock.looks()).toBe(looks)
    clock.pass(1000)
    expect(progress.snapshot()).toMatchObject({ rows: 200_000, rowsPerSecond: 200_000, etaMs: 0 })
  })
})

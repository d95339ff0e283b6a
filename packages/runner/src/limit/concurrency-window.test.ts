import { describe, expect, it } from 'vitest'
import { createConcurrencyWindow } from './concurrency-window.ts'

function setUp(o: { ceiling?: number; startAt?: number } = {}) {
  const window = createConcurrencyWindow({ ceiling: 1000, startAt: 64, ...o })
  const answers = (count: number, isFull = true): number => {
    for (let at = 0; at < count; at += 1) window.answered({ epoch: window.epoch(), isFull, durationMs: 100 })
    return window.limit()
  }
  const pushback = (maySpace = true): number => {
    window.pushedBack({ epoch: window.epoch(), maySpace, durationMs: 20 })
    return window.limit()
  }
  return { window, answers, pushback }
}

describe('the limit', () => {
  it('after a halving is back at three quarters within a round trip, and grows by one per round trip from there', () => {
    const { answers, pushback } = setUp()
    expect(pushback()).toBe(32)
    expect(answers(16)).toBe(48)
    expect(answers(47)).toBe(48)
    expect(answers(2)).toBe(49)
  })

  it('after an outage, with nothing answered between its pushbacks, grows fast up to where the first of them found it', () => {
    const { answers, pushback } = setUp()
    for (let at = 0; at < 6; at += 1) pushback()
    expect(answers(1)).toBe(2)
    expect(answers(46)).toBe(48)
    expect(answers(16)).toBe(48)
  })

  it('grows by one in sixteen answers at most where it is small', () => {
    const { answers, pushback } = setUp({ startAt: 4 })
    expect([pushback(), answers(1)]).toEqual([2, 3])
    expect([answers(15), answers(1)]).toEqual([3, 4])
  })

  it('does not grow on answers that came while places were free, nor on those begun before a halving', () => {
    const { window, answers, pushback } = setUp({ startAt: 4 })
    expect(answers(100, false)).toBe(4)
    const before = window.epoch()
    pushback()
    for (let at = 0; at < 100; at += 1) window.answered({ epoch: before, isFull: true, durationMs: 100 })
    expect(window.limit()).toBe(2)
  })

  it('begins within 1 and the ceiling', () => {
    expect(setUp({ startAt: 0.5 }).window.limit()).toBe(1)
    expect(setUp({ ceiling: 3 }).window.limit()).toBe(3)
  })
})

describe('the distance between starts', () => {
  it('is none above one attempt at a time; below, it is the round trip over the share of time in use', () => {
    const { window, answers, pushback } = setUp({ startAt: 2 })
    answers(10, false)
    expect([pushback(), window.spacingMs()]).toEqual([1, 0])
    expect([pushback(), window.spacingMs()]).toEqual([1, 200])
    expect([pushback(), window.spacingMs()]).toEqual([1, 400])
  })

  it('shrinks by a sixteenth of its pace per answer', () => {
    const { window, answers, pushback } = setUp({ startAt: 1 })
    answers(1, false)
    pushback()
    answers(1)
    expect(window.spacingMs()).toBeCloseTo(200 / (1 + 1 / 16))
    answers(12)
    expect(window.spacingMs()).toBe(0)
  })

  it('goes by the length of answers, not of refusals, which are quick', () => {
    const { window, answers, pushback } = setUp({ startAt: 1 })
    pushback()
    expect(window.spacingMs()).toBe(40)
    const slow = setUp({ startAt: 1 })
    slow.answers(1, false)
    slow.pushback()
    expect(slow.window.spacingMs()).toBe(200)
    answers(1, false)
    expect(window.spacingMs()).toBe(60)
  })

  it('is not begun or lengthened by what fewer starts cannot help', () => {
    const { window, pushback } = setUp({ startAt: 1 })
    pushback(false)
    expect(window.spacingMs()).toBe(0)
    pushback()
    const before = window.spacingMs()
    pushback(false)
    expect(window.spacingMs()).toBe(before)
  })
})

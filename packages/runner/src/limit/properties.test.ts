import { AssayError } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostWithin } from './__fixtures__/most-within.ts'
import { virtualClock } from './__fixtures__/virtual-clock.ts'
import { createConcurrencyWindow } from './concurrency-window.ts'
import { createLaneQueue } from './lane-queue.ts'
import { createLimiter } from './limiter.ts'

describe('whatever the attempts bring', () => {
  const ends = fc.constantFrom('answered', 'pushed back', 'timed out')

  it('the limit stays between 1 and the ceiling, and falls by half at most, once per round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 64 }),
        fc.array(fc.tuple(fc.nat({ max: 63 }), ends), { maxLength: 300 }),
        (ceiling, startAt, events) => {
          const window = createConcurrencyWindow({ ceiling, startAt })
          const inFlight: { epoch: number; begunAt: number }[] = []
          let lastFall = -1
          events.forEach(([pick, end], index) => {
            while (inFlight.length < window.limit()) inFlight.push({ epoch: window.epoch(), begunAt: index })
            const ending = inFlight.splice(pick % inFlight.length, 1)[0] ?? { epoch: 0, begunAt: 0 }
            const before = window.limit()
            if (end === 'answered') window.answered({ epoch: ending.epoch, isFull: true, durationMs: 100 })
            else window.pushedBack({ epoch: ending.epoch, maySpace: end === 'pushed back', durationMs: 100 })
            expect(window.limit()).toBeGreaterThanOrEqual(1)
            expect(window.limit()).toBeLessThanOrEqual(ceiling)
            expect(window.spacingMs()).toBeLessThanOrEqual(60_000)
            if (end === 'answered') expect(window.limit()).toBeLessThanOrEqual(before + 1)
            if (window.limit() >= before) return
            expect(end).not.toBe('answered')
            expect(window.limit()).toBeGreaterThanOrEqual(Math.floor(before / 2))
            expect(ending.begunAt).toBeGreaterThan(lastFall)
            lastFall = index
          })
        },
      ),
    )
  })

  it('every call is served in the end, within the limits, unless it was aborted while it waited', async () => {
    const call = fc.record({
      tokens: fc.integer({ min: 0, max: 1000 }),
      lane: fc.constantFrom('a', 'b', 'c'),
      ms: fc.integer({ min: 0, max: 5000 }),
      end: fc.constantFrom('answer', 'rate_limit', 'timeout', 'provider', 'mistake'),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
      isRetry: fc.boolean(),
      isAborted: fc.boolean(),
    })
    const limits = fc.record({ concurrency: fc.integer({ min: 1, max: 8 }), requestsPerMinute: fc.integer({ min: 5, max: 600 }) })
    await fc.assert(
      fc.asyncProperty(limits, fc.array(call, { maxLength: 40 }), async ({ concurrency, requestsPerMinute }, calls) => {
        const clock = virtualClock()
        const limiter = createLimiter({ concurrency, requestsPerMinute, tokensPerMinute: 1000, clock, random: () => 0.5 })
        const sent: { at: number; amount: number }[] = []
        const controller = new AbortController()
        let inFlight = 0
        const results = calls.map(({ tokens, lane, ms, end, retryAfterMs, isRetry, isAborted }) =>
          limiter
            .run(
              async () => {
                sent.push({ at: clock.monotonic(), amount: tokens })
                expect((inFlight += 1)).toBeLessThanOrEqual(concurrency)
                await clock.sleep(ms)
                inFlight -= 1
                if (end === 'answer') return end
                throw end === 'mistake' ? new TypeError(end) : new AssayError({ kind: end, message: end, status: 500, retryAfterMs })
              },
              { tokens, lane, isRetry, signal: isAborted ? controller.signal : undefined },
            )
            .then(
              (value) => value,
              (error: unknown) => (AssayError.is(error) ? error.kind : 'mistake'),
            ),
        )
        await clock.pass(3000)
        controller.abort()
        await clock.drain()
        const ended = await Promise.all(results)
        ended.forEach((end, index) => {
          const { end: due, isAborted } = calls[index] ?? {}
          expect(isAborted === true && end === 'aborted' ? due : end).toBe(due)
        })
        expect(sent).toHaveLength(ended.filter((end) => end !== 'aborted').length)
        expect(limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
        expect(clock.sleepers()).toBe(0)
        expect(mostWithin(sent, 60_000)).toBeLessThanOrEqual(1000)
        expect(
          mostWithin(
            sent.map(({ at }) => ({ at, amount: 1 })),
            60_000,
          ),
        ).toBeLessThanOrEqual(requestsPerMinute)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the queue', () => {
  it('serves lanes in turn, inside a lane in order of arrival with retries ahead, and loses none', () => {
    const arrival = fc.record({ lane: fc.constantFrom('a', 'b', 'c'), isRetry: fc.boolean(), leaves: fc.boolean() })
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
        const queue = createLaneQueue<number>()
        const leave = arrivals.map(({ lane, isRetry }, index) => queue.push(index, { lane, isRetry }))
        arrivals.forEach(({ leaves }, index) => leaves && leave[index]?.())
        const left: number[] = []
        for (let head = queue.head(); head !== undefined; head = queue.head()) {
          expect(queue.shift()).toBe(head)
          leave[head]?.()
          left.push(head)
        }
        expect(queue.size()).toBe(0)
        const stayed = arrivals.flatMap(({ leaves }, index) => (leaves ? [] : [index]))
        expect(left.toSorted((a, b) => a - b)).toEqual(stayed)
        for (const lane of ['a', 'b', 'c']) {
          const own = (index: number): boolean => arrivals[index]?.lane === lane
          const byRule = stayed.filter(own).toSorted((a, b) => Number(arrivals[b]?.isRetry) - Number(arrivals[a]?.isRetry) || a - b)
          expect(left.filter(own)).toEqual(byRule)
        }
        // As long as two lanes both have somebody waiting, neither is more than one ahead.
        for (const [one, other] of [
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'c'],
        ] as const) {
          const lanes = left.map((index) => arrivals[index]?.lane).filter((lane) => lane === one || lane === other)
          const bothUntil = Math.min(lanes.lastIndexOf(one), lanes.lastIndexOf(other))
          let ahead = 0
          for (const lane of lanes.slice(0, bothUntil + 1)) expect(Math.abs((ahead += lane === one ? 1 : -1))).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

it('a lane of a thousand calls does not hold up one that comes later', async () => {
  const clock = virtualClock()
  const limiter = createLimiter({ concurrency: 4, clock })
  const order: string[] = []
  const attempt = (lane: string) =>
    limiter.run(
      async () => {
        order.push(lane)
        await clock.sleep(10)
      },
      { tokens: 0, lane },
    )
  const all = [...Array.from({ length: 1000 }, () => attempt('long')), ...Array.from({ length: 10 }, () => attempt('short'))]
  await clock.drain()
  await Promise.all(all)
  expect(order.slice(4, 24).filter((lane) => lane === 'short')).toHaveLength(10)
})

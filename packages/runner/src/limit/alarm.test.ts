import { expect, it } from 'vitest'
import { virtualClock } from './__fixtures__/virtual-clock.ts'
import { createAlarm } from './alarm.ts'

it('an alarm is set for a whole millisecond at least: a timer that fires early must not become a loop', () => {
  const slept: number[] = []
  const clock = { now: () => 0, monotonic: () => 0.5, sleep: (ms: number) => new Promise<void>(() => slept.push(ms)) }
  const ring = (): void => {}
  for (const at of [0.6, 2.1, -5]) createAlarm(clock, ring).set(at)
  expect(slept).toEqual([1, 2, 1])
})

it('an earlier time takes the place of a later one, and a later one waits for the earlier', async () => {
  const clock = virtualClock()
  const rung: number[] = []
  const alarm = createAlarm(clock, () => rung.push(clock.monotonic()))
  alarm.set(500)
  alarm.set(100)
  alarm.set(300)
  expect(clock.sleepers()).toBe(1)
  await clock.drain()
  expect(rung).toEqual([100])
})

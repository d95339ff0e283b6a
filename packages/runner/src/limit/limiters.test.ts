import { expect, it } from 'vitest'
import { virtualClock } from './__fixtures__/virtual-clock.ts'
import { createLimiters } from './limiters.ts'

const adapter = (modelId: string) => ({ provider: 'p', modelId, fingerprint: { model: modelId, place: { url: 'here' } } })

it('adapters that answer alike share one limiter, others have their own', () => {
  const limiters = createLimiters({ concurrency: 5, clock: virtualClock() })
  const [one, same, other] = [adapter('m1'), adapter('m1'), adapter('m2')]
  expect(limiters.of(one)).toBe(limiters.of(one))
  expect(limiters.of(same)).toBe(limiters.of(one))
  expect(limiters.of(other)).not.toBe(limiters.of(one))
  expect(limiters.inUse()).toEqual([
    { adapter: one, limiter: limiters.of(one) },
    { adapter: other, limiter: limiters.of(other) },
  ])
})

it('each takes the settings of the run, and names its own adapter', async () => {
  const limiters = createLimiters({ concurrency: 2, tokensPerMinute: 10, clock: virtualClock() })
  const limiter = limiters.of(adapter('m1'))
  expect(limiter.state().limit).toBe(2)
  const results = limiter.run(() => Promise.resolve(), { tokens: 11, lane: 'm' })
  await expect(results).rejects.toThrow('A request to p:m1 needs about 11 tokens')
})

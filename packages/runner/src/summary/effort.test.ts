import { noUsage } from '@assay/core'
import { expect, it } from 'vitest'
import type { RunEvent } from '../calls/run-event.ts'
import { createEffort } from './effort.ts'

const of = { model: { provider: 'toy', modelId: 'toy' }, metric: 'm', usage: { ...noUsage, calls: 1 }, latencyMs: 100 } as const
const asked = (cost: number | null): RunEvent => ({ ...of, type: 'call-ended', attempts: 1, cost })
const stored = (cost: number | null, from: 'journal' | 'store' | 'flight'): RunEvent => ({ ...of, type: 'cached-reply', from, cost })

it('a run that used cached replies reports its cost without them; shared calls are made once in any case', () => {
  const effort = createEffort()
  for (const event of [asked(1), stored(2, 'store'), stored(4, 'journal'), stored(8, 'flight')]) effort.see(event)
  expect(effort.result()).toEqual({ uncached: { cost: 7, usage: { ...noUsage, calls: 3 } }, latencyMs: { p50: 100, p95: 100, calls: 3 } })
})

it('a run that requested all of it has no other cost than its own', () => {
  const effort = createEffort()
  for (const event of [asked(1), asked(2), stored(8, 'flight')]) effort.see(event)
  expect(effort.result()).toMatchObject({ uncached: undefined, latencyMs: { calls: 2 } })
})

import { expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { evaluate } from '../evaluate.ts'

it('what a metric warns of is a warning of the run, with rows named by their ids', async () => {
  const seen: string[] = []
  const told = scriptedMetric(() => Promise.resolve(valueOf(1)), {
    summarize: () => ({ add: (_score, { id }) => void seen.push(id), result: () => ({ warning: `toy: look at ${seen.join(', ')}.` }) }),
  })
  const { warnings, metrics } = await evaluate({ data: [{ id: 'a' }, { id: 'b' }], metrics: [told] }).result()
  expect(warnings).toEqual(['toy: look at a, b.'])
  expect(metrics['toy']?.detail).toEqual({ warning: 'toy: look at a, b.' })
  const silent = scriptedMetric(() => Promise.resolve(valueOf(1)), { summarize: () => ({ add: () => undefined, result: () => null }) })
  expect((await evaluate({ data: [{}], metrics: [silent] }).result()).warnings).toBeUndefined()
})

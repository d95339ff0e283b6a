import { AssayError, type LLMAdapter, type Sample } from '@assay/core'
import { expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'

const samples = (count: number): Sample[] => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))

function refused(modelId: string): LLMAdapter {
  return scriptedAdapter(() => Promise.reject(new AssayError({ kind: 'auth', message: `No key for ${modelId}.` })), modelId)
}

function answering(): { readonly adapter: LLMAdapter; readonly calls: () => number } {
  let calls = 0
  const adapter = scriptedAdapter(() => {
    calls += 1
    return Promise.resolve(replyOf('1'))
  }, 'answers')
  return { adapter, calls: () => calls }
}

it('with stopScope metric, a judge that cannot be called ends only its own metric, and the run is reported as incomplete', async () => {
  const { adapter, calls } = answering()
  const metrics = [callingMetric(refused('gone'), 'gone'), callingMetric(adapter, 'there')]
  const { metrics: summary, stopped } = await evaluate({ data: samples(50), metrics, stopScope: 'metric' }).result()
  expect(summary['there']).toMatchObject({ scored: 50, mean: 1 })
  expect(summary['gone']).toMatchObject({ scored: 0, unscored: 50, causes: { auth: 50 } })
  expect(calls()).toBe(50)
  expect(stopped).toEqual({
    cause: 'auth',
    reason: 'gone failed the same way on 3 rows in a row, so no further row was scored by it: No key for gone.',
  })
})

it('the run ends where no metric is left, with the reasons of all', async () => {
  const metrics = ['one', 'two'].map((name) => callingMetric(refused(name), name))
  const { metrics: summary, stopped } = await evaluate({ data: samples(1000), metrics, stopScope: 'metric', concurrency: 2 }).result()
  expect(summary['one']?.total).toBeLessThan(20)
  expect(stopped?.reason).toMatch(/^one failed the same way .* two failed the same way /)
})

it('a spent budget ends the run, whatever else', async () => {
  const { adapter } = answering()
  const metrics = [callingMetric(adapter, 'one'), callingMetric(adapter, 'two')]
  const { stopped, metrics: summary } = await evaluate({ data: samples(1000), metrics, stopScope: 'metric', budgetTokens: 0 }).result()
  expect([stopped?.cause, (summary['two']?.total ?? 0) < 100]).toEqual(['budget', true])
})

it('a scope that there is not is refused', () => {
  const options = { data: samples(1), metrics: [callingMetric(refused('m'))] }
  const stopScope: 'run' = JSON.parse('"row"')
  expect(() => evaluate({ ...options, stopScope })).toThrow('stopScope is row; it must be "run" or "metric".')
})

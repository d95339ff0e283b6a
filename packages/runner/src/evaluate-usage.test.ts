import { AssayError, type AssayErrorKind } from '@assay/core'
import { expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, turn } from './__fixtures__/scripted.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { evaluate } from './evaluate.ts'
import { createPriceList } from './money/price-list.ts'

const questions = (count: number) => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))
const failing = (kind: AssayErrorKind) => scriptedAdapter(() => Promise.reject(new AssayError({ kind, message: 'no', isRetryable: false })))
const prices = createPriceList([{ provider: 'toy', model: 'toy-1', input: 1, output: 1 }])
const run = (options: Partial<EvaluateOptions> & Pick<EvaluateOptions, 'metrics'>) =>
  evaluate({ data: questions(100), prices, ...options }).result()

it('a first call that fails for all is counted once', async () => {
  const auth = await run({ metrics: [callingMetric(failing('auth'))] })
  expect(auth.metrics['calling']?.causes['auth']).toBeGreaterThan(1)
  expect(auth.usage).toMatchObject({ calls: 1, inputTokens: 0 })
  const gone = await run({ metrics: [callingMetric(failing('connection'))] })
  expect(gone.usage).toMatchObject({ calls: 1, inputTokens: null })
})

it('the same call in flight that fails is counted for the row that made it', async () => {
  const data = Array.from({ length: 5 }, () => ({ userInput: 'the same' }))
  const { usage, metrics } = await run({ data, metrics: [callingMetric(failing('bad_request'))] })
  expect(metrics['calling']?.causes).toEqual({ bad_request: 5 })
  expect(usage.calls).toBe(1)
})

it('a call that a budget forbids is no call', async () => {
  const { usage, stopped, cost } = await run({
    metrics: [callingMetric(scriptedAdapter(() => Promise.resolve(replyOf('1'))))],
    budgetTokens: 0,
  })
  expect(stopped?.cause).toBe('budget')
  expect(usage).toMatchObject({ calls: 0, inputTokens: 0 })
  expect(cost).toBe(0)
})

it('a call that was stopped while it waited for its turn took nothing', async () => {
  const stop = new AbortController()
  let sent = 0
  const adapter = scriptedAdapter(async () => {
    sent += 1
    await turn()
    return replyOf('1')
  })
  const { usage, cost } = await run({
    metrics: [callingMetric(adapter)],
    rpm: 1,
    signal: stop.signal,
    onEvent: ({ type }) => {
      // Long after the first reply, while the others wait for their minute.
      if (type === 'call-ended') setImmediate(() => setImmediate(() => stop.abort()))
    },
  })
  expect(sent).toBe(1)
  expect(usage).toMatchObject({ calls: 1, inputTokens: 10 })
  expect(cost).toBeCloseTo(12e-6, 12)
})

it('a limit for a whole call may be longer than any timer', async () => {
  const adapter = scriptedAdapter(async () => {
    await turn()
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    return replyOf('1')
  })
  const { metrics } = await run({ data: questions(1), metrics: [callingMetric(adapter)], totalTimeout: 86_400 })
  expect(metrics['calling']).toMatchObject({ scored: 1 })
})

it('a resumed run needs its store', () => {
  expect(() => evaluate({ data: [], metrics: [callingMetric(failing('auth'))], resume: 'that-one' })).toThrow(
    'without the store of that run',
  )
})

import { AssayError } from '@assay/core'
import { trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'

const exporter = new InMemorySpanExporter()
afterEach(() => {
  trace.disable()
  exporter.reset()
})

it('a run emits its spans to an SDK that was set up: of itself, of each score, of each call with its failed attempts', async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  let failed = false
  const flaky = scriptedAdapter(() => {
    if (failed) return Promise.resolve(replyOf('1'))
    failed = true
    return Promise.reject(new AssayError({ kind: 'overloaded', message: 'busy' }))
  })
  const { run } = await evaluate({
    data: [{ userInput: 'a' }, { userInput: 'b' }],
    metrics: [callingMetric(flaky)],
    retry: { baseDelayMs: 1 },
    concurrency: 1,
  }).result()
  const spans = exporter.getFinishedSpans()
  const whole = spans.find(({ name }) => name === 'assay evaluate')
  const scores = spans.filter(({ name }) => name === 'score calling')
  const calls = spans.filter(({ attributes }) => attributes['gen_ai.request.model'] === 'toy-1')
  expect(whole?.attributes).toMatchObject({ 'assay.run.id': run.id })
  expect(scores.map(({ attributes }) => attributes['assay.row.index'])).toEqual([0, 1])
  expect(scores.every(({ parentSpanContext }) => parentSpanContext?.spanId === whole?.spanContext().spanId)).toBe(true)
  expect(calls).toHaveLength(2)
  expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(scores.map((score) => score.spanContext().spanId))
  expect(calls.map(({ events }) => events.length)).toEqual([1, 0])
})

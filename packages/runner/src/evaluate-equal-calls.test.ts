import { contextRecall } from '@assay/metric-llm-recall'
import { createOpenAI } from '@assay/provider-openai'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunEvent } from './calls/run-event.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { absentStore } from './store/absent-store.ts'

const verdict = { text: 'Oslo is cold.', reason: 'It says so.', evidence: [], supported: true }
const rows = Array.from({ length: 10 }, (_, at) => ({ reference: `Oslo is cold (${at}).`, retrievedContexts: ['Oslo is cold.'] }))
let server: FakeServer
let says: string

beforeEach(async () => {
  says = JSON.stringify({ claims: [verdict] })
  server = await startFakeOpenAI(() => says)
})
afterEach(() => server.close())

const metrics = (names = ['one', 'two']) => {
  const judge = createOpenAI({ baseURL: server.url, apiKey: 'k' })('gpt-5-mini')
  return names.map((name) => contextRecall({ judge, strategy: 'single-pass', name }))
}

test.each<[string, Partial<EvaluateOptions>]>([
  ['without a store', {}],
  ['without a store or cache', { cache: false }],
  ['with a store that cannot be used', { store: absentStore({ kind: 'unusable', message: 'no room' }) }],
])('two metrics with the same call call the server once, one row at a time: %s', async (_what, options) => {
  const events: RunEvent[] = []
  const run = await evaluate({ data: rows, metrics: metrics(), concurrency: 1, onEvent: (event) => events.push(event), ...options }).summary
  expect(server.requests).toHaveLength(10)
  expect(run.usage.calls).toBe(10)
  expect([run.summary['one']?.mean, run.summary['two']?.mean]).toEqual([1, 1])
  expect(events.filter((event) => event.type === 'cached-reply').map(({ from }) => from)).toEqual(
    Array.from({ length: 10 }, () => 'flight'),
  )
})

test('what no reader accepted is requested again, and so is every draw', async () => {
  const draws = await evaluate({ data: rows, metrics: metrics(['one']), concurrency: 1, repeat: 2 }).summary
  expect(draws.usage.calls).toBe(20)
  const before = server.requests.length
  says = 'no JSON'
  const failed = await evaluate({ data: rows.slice(0, 1), metrics: metrics(), concurrency: 1 }).summary
  expect(failed.summary['two']).toMatchObject({ scored: 0, causes: { invalid_reply: 1 } })
  // A call and its repair, for each of the two.
  expect(server.requests.length - before).toBe(4)
})

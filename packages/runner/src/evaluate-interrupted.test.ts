import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, seeded, turn } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'
import { openReplyStore, type ReplyStore } from './store/index.ts'

let folder: string
let store: ReplyStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-interrupted-'))
  store = await openReplyStore({ folder, onWarning: (message) => expect.unreachable(message) })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])('however a run is interrupted, each call is answered once, and counted once (seed %d)', async (seed) => {
  const random = seeded(seed * 7919)
  const answered = new Map<string, number>()
  // It hears no signal: what it was called for in vain comes all the same.
  const adapter = scriptedAdapter(async ({ messages }) => {
    for (let turns = random() * 4; turns > 0; turns -= 1) await turn()
    if (random() < 0.1) throw new AssayError({ kind: 'connection', message: 'gone' })
    const question = messages[0]?.parts[0]?.text ?? ''
    answered.set(question, (answered.get(question) ?? 0) + 1)
    return replyOf(random() < 0.5 ? '0' : '1')
  })
  const data = Array.from({ length: 60 }, () => ({ userInput: `question ${Math.floor(random() * 40)}` }))
  const metrics = [callingMetric(adapter, 'one'), callingMetric(adapter, 'other')]

  async function part(resume: string | undefined, end: 'finish' | 'abort' | 'leave' | undefined) {
    const [finish, stop] = [new AbortController(), new AbortController()]
    const concurrency = 1 + Math.floor(random() * 8)
    const retry = { baseDelayMs: 0 }
    const signals = { finish: finish.signal, signal: stop.signal }
    const evaluation = evaluate({ data, metrics, store, resume, concurrency, retry, maxRetries: 19, cache: random() < 0.5, ...signals })
    const indexes: number[] = []
    const most = 1 + Math.floor(random() * 39)
    for await (const { result } of evaluation) {
      indexes.push(result.index)
      if (indexes.length !== most) continue
      if (end === 'finish') finish.abort()
      if (end === 'abort') stop.abort()
      if (end === 'leave') break
    }
    expect(indexes).toEqual(indexes.map((_, at) => at))
    for (let turns = 0; turns < 8; turns += 1) await turn()
    return { rows: indexes.length, summary: await evaluation.result() }
  }

  let id: string | undefined
  for (const end of ['finish', 'abort', 'leave'] as const) id = (await part(id, end)).summary.run.id
  const { rows, summary } = await part(id, undefined)
  const distinct = new Set(data.map(({ userInput }) => userInput)).size
  expect(rows).toBe(60)
  expect(answered.size).toBe(distinct)
  expect([...answered.values()].every((times) => times === 1)).toBe(true)
  expect(summary.usage).toMatchObject({ calls: distinct, inputTokens: 10 * distinct })
  expect(summary.metrics['one']?.mean).toBe(summary.metrics['other']?.mean)
})

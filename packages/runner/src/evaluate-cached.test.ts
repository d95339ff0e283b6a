import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError, type LLMAdapter } from '@assay/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, turn } from './__fixtures__/scripted.ts'
import { lateStore } from './__fixtures__/late-store.ts'
import type { RunEvent } from './calls/run-event.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { createPriceList } from './money/price-list.ts'
import { type FolderReplyStore, openReplyStore, type ReplyStore } from './store/index.ts'

const questions = (count: number) => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))
let folder: string
let store: FolderReplyStore
let prompts: string[]

/** A judge that says 1, unless a question is to fail. */
const judgeOf = (fails: (question: string, before: number) => AssayError | string | undefined = () => undefined): LLMAdapter =>
  scriptedAdapter(async ({ messages }) => {
    await turn()
    const question = messages[0]?.parts[0]?.text ?? ''
    const before = prompts.filter((text) => text === question).length
    prompts.push(question)
    const outcome = fails(question, before)
    if (outcome instanceof Error) throw outcome
    return replyOf(outcome ?? '1')
  })

const run = (judge: LLMAdapter, o: Partial<EvaluateOptions> = {}) =>
  evaluate({ data: questions(6), metrics: [callingMetric(judge)], store, ...o }).result()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-stored-'))
  store = await openReplyStore({ folder, onWarning: (message) => expect.unreachable(message) })
  prompts = []
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('replies of another run', () => {
  it('are used without a call, and cost this run nothing', async () => {
    const first = await run(judgeOf())
    expect(first.usage).toMatchObject({ calls: 6, inputTokens: 60 })
    const second = await run(judgeOf(() => expect.unreachable()))
    expect(second.usage).toMatchObject({ calls: 0, inputTokens: 0 })
    expect(second.metrics['calling']).toMatchObject({ mean: 1, scored: 6 })
    expect(prompts).toHaveLength(6)
  })

  it('stand with what their adapter could do when they came', async () => {
    const judge = judgeOf()
    const learning: LLMAdapter = {
      ...judge,
      get capabilities() {
        return prompts.length < 3 ? judge.capabilities : { ...judge.capabilities, contextWindow: 4096 }
      },
    }
    await run(learning, { concurrency: 1 })
    const windows = [...store.replies()].map(({ stored }) => stored.adapter.capabilities.contextWindow)
    expect(windows).toEqual([undefined, undefined, 4096, 4096, 4096, 4096])
  })

  it('are neither used nor left without the cache', async () => {
    await run(judgeOf(), { cache: false })
    await run(judgeOf(), { cache: false })
    expect(prompts).toHaveLength(12)
    await run(judgeOf())
    expect(prompts).toHaveLength(18)
  })

  it('are not used where they were rejected', async () => {
    const nonsense = callingMetric(judgeOf())
    const strict = (valid: boolean) => ({
      ...nonsense,
      score: (...args: Parameters<typeof nonsense.score>) => {
        const [sample, runtime] = args
        if (runtime === undefined) return nonsense.score(sample)
        const picky: typeof runtime = {
          ...runtime,
          generate: (adapter, call, o) =>
            runtime.generate(adapter, call, {
              ...o,
              read(reply) {
                if (!valid) throw new AssayError({ kind: 'invalid_reply', message: 'unreadable' })
                return o.read(reply)
              },
            }),
        }
        return nonsense.score(sample, picky)
      },
    })
    const first = await run(judgeOf(), { metrics: [strict(false)] })
    expect(first.metrics['calling']).toMatchObject({ scored: 0, causes: { invalid_reply: 6 } })
    await run(judgeOf(), { metrics: [strict(true)] })
    expect(prompts).toHaveLength(12)
  })

  it('are apart for each repeat', async () => {
    await run(judgeOf(), { repeat: 3 })
    expect(prompts).toHaveLength(18)
    await run(judgeOf(), { repeat: 3 })
    expect(prompts).toHaveLength(18)
    await run(judgeOf(), { repeat: 4 })
    expect(prompts).toHaveLength(24)
  })
})

describe('a run that was interrupted', () => {
  it('reuses its earlier replies, rejected ones included, and counts them as its own', async () => {
    const finish = new AbortController()
    const judge = judgeOf()
    const evaluation = evaluate({
      data: questions(6),
      metrics: [callingMetric(judge)],
      store,
      concurrency: 1,
      finish: finish.signal,
      cache: false,
    })
    let rows = 0
    for await (const _row of evaluation) {
      rows += 1
      if (rows === 2) finish.abort()
    }
    const before = await evaluation.result()
    expect(before.stopped?.cause).toBe('aborted')
    expect(store.lastUnfinishedRun()?.id).toBe(before.run.id)
    const inFirst = prompts.length
    expect(inFirst).toBeLessThan(6)

    const after = await run(judge, { resume: before.run.id, cache: false })
    expect(prompts).toHaveLength(6)
    expect(new Set(prompts).size).toBe(6)
    expect(after.run.id).toBe(before.run.id)
    expect(after.usage).toMatchObject({ calls: 6 })
    expect(after.metrics['calling']).toMatchObject({ scored: 6 })
    expect(store.lastUnfinishedRun()).toBeUndefined()
  })

  it('finds replies again that came after the output mode was stepped down', async () => {
    const refusing: LLMAdapter = {
      ...scriptedAdapter((call) => {
        prompts.push(call.output?.mode ?? 'native')
        if ((call.output?.mode ?? 'native') === 'native')
          return Promise.reject(new AssayError({ kind: 'unsupported_parameter', parameter: 'output', message: 'no schema here' }))
        return Promise.resolve(replyOf('1'))
      }),
      capabilities: { structuredOutput: 'native', seed: false, temperature: false },
    }
    const plain = callingMetric(refusing)
    const formal = {
      ...plain,
      score: (...[sample, runtime]: Parameters<typeof plain.score>) => {
        if (runtime === undefined) return plain.score(sample)
        const withOutput: typeof runtime = {
          ...runtime,
          generate: (adapter, call, o) => runtime.generate(adapter, { ...call, output: { name: 'n', schema: { type: 'object' } } }, o),
        }
        return plain.score(sample, withOutput)
      },
    }
    const options = { data: questions(3), metrics: [formal], concurrency: 1 }
    await run(refusing, options)
    expect(prompts).toEqual(['native', 'prompt', 'prompt', 'prompt'])
    const again = await run(refusing, options)
    expect(prompts).toHaveLength(4)
    expect(again.metrics['calling']).toMatchObject({ scored: 3 })
  })

  it('is not taken up while another process has it', async () => {
    await store.beginRun({ id: 'theirs', resume: null })
    const other = await openReplyStore({ folder, onWarning: () => undefined })
    try {
      // The same process may take it up; what counts is that the answer of the store is heard.
      const refusing: ReplyStore = { ...other, beginRun: () => Promise.resolve(false) }
      await expect(run(judgeOf(), { resume: 'theirs', store: refusing })).rejects.toThrow(
        'The run theirs is being worked on by another process',
      )
    } finally {
      await other.close()
    }
  })
})

describe('the same call', () => {
  it('in flight is made once for all rows with it, charged once, and reported so', async () => {
    const events: RunEvent[] = []
    const summary = await evaluate({
      data: Array.from({ length: 5 }, () => ({ userInput: 'the same' })),
      metrics: [callingMetric(judgeOf())],
      onEvent: (event) => events.push(event),
    }).result()
    expect(prompts).toHaveLength(1)
    expect(summary.usage).toMatchObject({ calls: 1, inputTokens: 10 })
    expect(summary.metrics['calling']).toMatchObject({ mean: 1, scored: 5 })
    expect(events.filter(({ type }) => type === 'cached-reply')).toHaveLength(4)
    expect(events.filter(({ type }) => type === 'call-started')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'row')).toHaveLength(5)
  })

  it('is made once with a store that takes its time to answer, however long each look-up takes', async () => {
    const data = Array.from({ length: 8 }, () => ({ userInput: 'the same' }))
    const events: RunEvent[] = []
    const metrics = [callingMetric(judgeOf(), 'one'), callingMetric(judgeOf(), 'two')]
    const summary = await run(judgeOf(), { data, metrics, store: lateStore(store), onEvent: (event) => events.push(event) })
    expect(prompts).toEqual(['the same'])
    expect(summary.usage).toMatchObject({ calls: 1, inputTokens: 10 })
    expect(events.filter(({ type }) => type === 'cached-reply')).toHaveLength(15)
    const origins: unknown[] = []
    await run(judgeOf(), { data, store: lateStore(store), onEvent: (event) => event.type === 'cached-reply' && origins.push(event.from) })
    expect(prompts).toHaveLength(1)
    expect(origins).toEqual(Array.from({ length: 8 }, () => 'store'))
  })

  it('is made for the caller that cannot read what another one found', async () => {
    await run(judgeOf(), { data: questions(1) })
    const plain = callingMetric(
      judgeOf(() => '0'),
      'picky',
    )
    const picky: typeof plain = {
      ...plain,
      score: (sample, runtime) =>
        plain.score(
          sample,
          runtime && {
            ...runtime,
            generate: (adapter, call, o) =>
              runtime.generate(adapter, call, {
                ...o,
                read(reply) {
                  if (reply.text === '1') throw new AssayError({ kind: 'invalid_reply', message: 'not 1' })
                  return o.read(reply)
                },
              }),
          },
        ),
    }
    const metrics = [callingMetric(judgeOf(() => '0')), picky]
    const { metrics: means } = await run(judgeOf(), { data: questions(1), metrics, store: lateStore(store) })
    expect([means['calling']?.mean, means['picky']?.mean]).toEqual([1, 0])
    expect(prompts).toHaveLength(2)
  })

  it('of two metrics is made once with a store, and paid once', async () => {
    const prices = createPriceList([{ provider: 'toy', model: 'toy-1', input: 1, output: 1 }])
    const finish = new AbortController()
    const options: Partial<EvaluateOptions> = {
      metrics: [callingMetric(judgeOf(), 'one'), callingMetric(judgeOf(), 'two')],
      concurrency: 1,
      prices,
      finish: finish.signal,
      onEvent: ({ type }) => type === 'row' && finish.abort(),
    }
    const first = await run(judgeOf(), { ...options })
    expect(first.usage).toMatchObject({ calls: prompts.length, inputTokens: 10 * prompts.length })
    expect(first.cost).toBeCloseTo(12e-6 * prompts.length, 12)
    const second = await run(judgeOf(), { ...options, finish: undefined, resume: first.run.id })
    expect(prompts).toHaveLength(6)
    expect(second.usage).toMatchObject({ calls: 6, inputTokens: 60 })
    expect(second.cost).toBeCloseTo(72e-6, 12)
  })
})

describe('a store', () => {
  it('of one’s own that cannot end a run rejects its summary', async () => {
    const broken: ReplyStore = { ...store, endRun: () => Promise.reject(new Error('gone')) }
    await expect(run(judgeOf(), { store: broken })).rejects.toThrow('gone')
  })

  it('is not opened without a call', async () => {
    let opened = 0
    const open = () => {
      opened += 1
      return Promise.resolve(store)
    }
    const silent = { ...callingMetric(judgeOf()), needs: ['reference' as const] }
    await evaluate({ data: questions(3), metrics: [silent], store: open }).result()
    expect(opened).toBe(0)
    await evaluate({ data: questions(3), metrics: [callingMetric(judgeOf())], store: open }).result()
    expect(opened).toBe(1)
  })
})

describe('a budget', () => {
  it('ends the run in good order, and the rows until then are whole', async () => {
    const summary = await run(judgeOf(), { data: questions(100), budgetTokens: 700, concurrency: 1 })
    expect(summary.stopped?.cause).toBe('budget')
    expect(summary.metrics['calling']?.causes).toEqual({ budget: 1 })
    expect(summary.metrics['calling']?.scored).toBeGreaterThan(0)
    expect(prompts.length * 12).toBeLessThanOrEqual(700)
  })

  it('in dollars needs prices, before the first call', async () => {
    const summary = await run(judgeOf(), { budgetUsd: 1 })
    expect(summary.stopped?.cause).toBe('config')
    expect(prompts).toEqual([])
  })

  it('counts what an earlier part of the run spent', async () => {
    const limited = { data: questions(100), budgetTokens: 700, concurrency: 1, cache: false }
    const first = await run(judgeOf(), limited)
    const spent = prompts.length
    const second = await run(judgeOf(), { ...limited, resume: first.run.id })
    expect(second.stopped?.cause).toBe('budget')
    expect(prompts).toHaveLength(spent)
  })
})

it('a run finishes calls in flight on its finish signal, and aborts them on its signal', async () => {
  for (const [how, scored] of [
    ['finish', 1],
    ['signal', 0],
  ] as const) {
    const stop = new AbortController()
    const slow = scriptedAdapter(async (_call, options) => {
      stop.abort()
      await turn()
      await turn()
      if (options?.signal?.aborted === true) throw new AssayError({ kind: 'aborted', message: 'given up' })
      return replyOf('1')
    })
    const summary = await run(slow, { [how]: stop.signal, concurrency: 1, data: questions(9), cache: false })
    expect(summary.metrics['calling']).toMatchObject({ scored, total: 1 })
    expect(summary.stopped?.cause).toBe('aborted')
  }
})

it('a call ends at its own time limit, all attempts included', async () => {
  const failing = scriptedAdapter(() => Promise.reject(new AssayError({ kind: 'overloaded', message: 'busy' })))
  const { metrics } = await run(failing, {
    data: questions(1),
    totalTimeout: 0.04,
    maxRetries: 100,
    retry: { baseDelayMs: 1, maxDelayMs: 5 },
  })
  expect(metrics['calling']).toMatchObject({ scored: 0, causes: { timeout: 1 } })
  expect(metrics['calling']?.total).toBe(1)
})

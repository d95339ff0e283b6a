import { getEventListeners } from 'node:events'
import { AssayError, type Sample, Suspended } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, scriptedMetric, streamed, turn, valueOf } from './__fixtures__/scripted.ts'
import { virtualClock } from './limit/__fixtures__/virtual-clock.ts'
import type { EvaluatedRow } from './rows/data-row.ts'
import { evaluate, type Evaluation } from './evaluate.ts'

const samples = (count: number): Sample[] => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))
const always = (value: number) => scriptedMetric(() => Promise.resolve(valueOf(value)))

async function rowsOf(evaluation: Evaluation): Promise<EvaluatedRow[]> {
  const rows: EvaluatedRow[] = []
  for await (const batch of evaluation.batches()) rows.push(...batch)
  return rows
}

describe('a failure', () => {
  it('of one row stays in that row', async () => {
    const metric = scriptedMetric(({ id }) => {
      if (id === 'row-2') throw new TypeError('no such thing')
      if (id === 'row-3') return Promise.reject(new AssayError({ kind: 'refused', message: 'The judge refuses.' }))
      return Promise.resolve(valueOf(id === 'row-4' ? 0.5 : 1))
    })
    const rows = await rowsOf(evaluate({ data: samples(4), metrics: [metric] }))
    expect(rows.map(({ result }) => result.scores['toy'])).toEqual([
      expect.objectContaining({ value: 1 }),
      expect.objectContaining({
        status: 'unscored',
        cause: 'config',
        reason: expect.stringContaining('toy threw TypeError: no such thing'),
      }),
      expect.objectContaining({ status: 'unscored', cause: 'refused', reason: 'The judge refuses.' }),
      expect.objectContaining({ value: 0.5 }),
    ])
  })

  it('of a metric that scores at once stays in that row, too', async () => {
    const { score, ...plain } = scriptedMetric(() => Promise.resolve(valueOf(1)))
    const metric = {
      ...plain,
      score,
      scoreNow: ({ id }: Sample) => {
        if (id === 'row-2') throw new TypeError('no such thing')
        return id === 'row-3' ? ({ ...valueOf(1), value: '0.5' } as never) : valueOf(0.25)
      },
    }
    const rows = await rowsOf(evaluate({ data: samples(3), metrics: [metric] }))
    expect(rows.map(({ result }) => result.scores['toy'])).toEqual([
      expect.objectContaining({ value: 0.25 }),
      expect.objectContaining({ status: 'unscored', cause: 'config', reason: expect.stringContaining('no such thing') }),
      expect.objectContaining({ status: 'unscored', cause: 'config', reason: expect.stringContaining('returned the value "0.5"') }),
    ])
  })

  it('of a row beyond what the engine can take is the row’s, and does not end the run', async () => {
    const metric = scriptedMetric(({ id }) => {
      if (id === 'row-1') return Promise.reject(new RangeError('Maximum call stack size exceeded'))
      if (id === 'row-2') 'x'.repeat(2 ** 29).repeat(2)
      if (id === 'row-3') Object.assign([], { length: -1 })
      if (id === 'row-4') throw new RangeError('radix must be between 2 and 36')
      return Promise.resolve(valueOf(1))
    })
    const rows = await rowsOf(evaluate({ data: samples(5), metrics: [metric] }))
    expect(rows.map(({ result }) => result.scores['toy'])).toMatchObject([
      { cause: 'data', reason: 'This row is too large for the metric toy: Maximum call stack size exceeded. Shorten its texts.' },
      { cause: 'data', error: { kind: 'data' }, reason: expect.stringContaining('string length') },
      { cause: 'data' },
      { cause: 'config', reason: expect.stringContaining('toy threw RangeError: radix') },
      { value: 1 },
    ])
  })

  it('of one metric stays in that metric', async () => {
    const broken = scriptedMetric(() => Promise.reject(new Error('broken')), { name: 'broken' })
    const [row] = await rowsOf(evaluate({ data: samples(1), metrics: [broken, always(1)] }))
    expect(row?.result.scores).toMatchObject({ broken: { cause: 'config' }, toy: { value: 1 } })
  })

  it('to keep to [0, 1], or to return a score at all, is the metric’s', async () => {
    const outside = scriptedMetric(() => Promise.resolve({ ...valueOf(1), value: Number.NaN } as never), {
      name: 'outside',
    })
    const nothing = scriptedMetric((() => Promise.resolve(undefined)) as never, { name: 'nothing' })
    const unmetered = scriptedMetric(() => Promise.resolve({ ...valueOf(1), usage: undefined } as never), { name: 'unmetered' })
    const unranged = scriptedMetric(() => Promise.resolve({ ...valueOf(1), range: null } as never), { name: 'unranged' })
    const [row] = await rowsOf(evaluate({ data: samples(1), metrics: [outside, nothing, unmetered, unranged] }))
    expect(row?.result.scores).toMatchObject({
      unmetered: { status: 'unscored', cause: 'config', reason: expect.stringContaining('without its usage') },
      unranged: { status: 'unscored', cause: 'config', reason: expect.stringContaining('the range null') },
      outside: { status: 'unscored', cause: 'config', reason: expect.stringContaining('NaN') },
      nothing: { status: 'unscored', cause: 'config', reason: expect.stringContaining('returned no score') },
    })
  })

  it('of the key is found by one call, ends the run with one message, and returns what was scored', async () => {
    let calls = 0
    const adapter = scriptedAdapter(() => {
      calls += 1
      return Promise.reject(new AssayError({ kind: 'auth', message: 'toy refuses the key. Set TOY_KEY.' }))
    })
    const evaluation = evaluate({ data: samples(1000), metrics: [callingMetric(adapter), always(1)], concurrency: 6 })
    const rows = await rowsOf(evaluation)
    const { stopped, metrics } = await evaluation.result()
    expect(calls).toBe(1)
    expect(rows.length).toBeLessThan(20)
    expect(rows.every(({ result }) => result.scores['toy']?.value === 1)).toBe(true)
    expect(stopped).toEqual({ cause: 'auth', reason: expect.stringMatching(/^calling failed the same way on 3 rows.*Set TOY_KEY\.$/) })
    expect(metrics['calling']).toMatchObject({ scored: 0, total: rows.length, causes: { auth: rows.length }, bounds: [0, 1] })
  })

  it('of the source ends the run there, with the rows before it', async () => {
    const lines = streamed(samples(300), () => {
      throw new AssayError({ kind: 'data', message: 'line 301: not JSON' })
    })
    const evaluation = evaluate({ data: lines, metrics: [always(1)] })
    expect(await rowsOf(evaluation)).toHaveLength(300)
    expect((await evaluation.result()).stopped).toEqual({ cause: 'data', reason: 'line 301: not JSON' })
  })

  it('of the program behind the source is thrown, after the rows before it', async () => {
    const source = streamed(samples(2), () => {
      throw new TypeError('a bug')
    })
    const evaluation = evaluate({ data: source, metrics: [always(1)] })
    const rows: EvaluatedRow[] = []
    await expect(async () => {
      for await (const row of evaluation) rows.push(row)
    }).rejects.toThrow('a bug')
    expect(rows).toHaveLength(2)
    await expect(evaluation.result()).rejects.toThrow('a bug')
  })

  it('of a source that is no stream is thrown after the rows before it, too', async () => {
    const source = function* (): Generator<Sample> {
      yield* samples(2)
      throw new TypeError('a bug')
    }
    const rows: EvaluatedRow[] = []
    await expect(async () => {
      for await (const row of evaluate({ data: source(), metrics: [always(1)] })) rows.push(row)
    }).rejects.toThrow('a bug')
    expect(rows).toHaveLength(2)
  })

  it.each([{}, 5, 'rows.jsonl'])('to pass data, as in %o, is refused at once', (data) => {
    expect(() => evaluate({ data: data as never, metrics: [always(1)] })).toThrow(expect.objectContaining({ kind: 'config' }))
  })

  it('of a source to begin rejects the summary', async () => {
    const data = {
      [Symbol.iterator]: () => {
        throw new TypeError('not now')
      },
    }
    await expect(evaluate({ data, metrics: [always(1)] }).result()).rejects.toThrow('not now')
  })

  it('to pass a sample names the row', async () => {
    const evaluation = evaluate({ data: [{}, null as never], metrics: [always(1)] })
    expect(await rowsOf(evaluation)).toHaveLength(1)
    expect((await evaluation.result()).stopped).toMatchObject({ cause: 'data', reason: expect.stringMatching(/^Row 2 is null/) })
    const numbered = evaluate({ data: [{ id: 7 as never }], metrics: [always(1)] })
    expect((await numbered.result()).stopped).toMatchObject({
      cause: 'data',
      reason: expect.stringMatching(/^Row 1 has a number for its id/),
    })
  })

  it('that is no failure but Suspended is handed on', async () => {
    const metric = scriptedMetric(() => Promise.reject(new Suspended()))
    await expect(rowsOf(evaluate({ data: samples(5), metrics: [metric] }))).rejects.toSatisfy(Suspended.is)
  })

  it('that is no failure but Suspended makes no row of it', async () => {
    const metric = scriptedMetric(({ id }) => (id === 'row-2' ? Promise.reject(new Suspended()) : Promise.resolve(valueOf(1))))
    const ids: string[] = []
    await expect(async () => {
      for await (const { result } of evaluate({ data: samples(3), metrics: [metric], concurrency: 1 })) ids.push(result.id)
    }).rejects.toSatisfy(Suspended.is)
    expect(ids).toEqual(['row-1'])
  })

  it('of a listener is not the run’s, at once or later', async () => {
    const onEvent = (() => Promise.reject(new Error('deaf'))) as () => never
    const { metrics } = await evaluate({ data: samples(2), metrics: [always(1)], onEvent }).result()
    await turn()
    expect(metrics['toy']?.scored).toBe(2)
  })
})

describe('what an adapter of another library throws', () => {
  const thrown = (more: object): Error => Object.assign(new Error('No luck'), more)

  it('is tried again where it says so, and is of our own kinds', async () => {
    let callCount = 0
    const adapter = scriptedAdapter(() => {
      callCount += 1
      return callCount < 3 ? Promise.reject(thrown({ statusCode: 503, isRetryable: true })) : Promise.resolve(replyOf('1'))
    })
    const retry = { baseDelayMs: 0, maxDelayMs: 0 }
    expect((await evaluate({ data: samples(1), metrics: [callingMetric(adapter)], retry }).result()).metrics['calling']?.scored).toBe(1)
    const broke = scriptedAdapter(() => Promise.reject(thrown({ status: 429, code: 'insufficient_quota', isRetryable: true })))
    const { stopped, usage } = await evaluate({ data: samples(100), metrics: [callingMetric(broke)] }).result()
    expect([stopped?.cause, usage.calls]).toEqual(['quota', 1])
  })

  it('and has no shape is blamed on it by its name, and ends the run', async () => {
    const adapter = scriptedAdapter(({ messages }) => Promise.resolve(replyOf(String(Reflect.get(messages, 'nowhere').text))))
    const { stopped, metrics } = await evaluate({ data: samples(100), metrics: [callingMetric(adapter)] }).result()
    expect(stopped?.cause).toBe('config')
    expect(stopped?.reason).toContain('The adapter toy:toy-1 threw TypeError: Cannot read properties of undefined')
    expect(stopped?.reason).toContain('Fix the adapter.')
    expect(stopped?.reason).not.toContain('Mend the metric')
    expect(metrics['calling']?.scored).toBe(0)
  })
})

describe('a server that refuses everything', () => {
  const refusal = (retryAfterMs?: number) => new AssayError({ kind: 'rate_limit', message: 'Too many.', status: 429, retryAfterMs })

  it('without saying how long to wait ends the run after five minutes, as it stands', async () => {
    const clock = virtualClock()
    let callCount = 0
    const adapter = scriptedAdapter(() => {
      callCount += 1
      return callCount <= 20 ? Promise.resolve(replyOf('1')) : Promise.reject(refusal())
    })
    const evaluation = evaluate({ data: samples(10_000), metrics: [callingMetric(adapter)], clock }).result()
    await clock.drain()
    const { stopped, metrics } = await evaluation
    expect(clock.monotonic()).toBeGreaterThanOrEqual(5 * 60_000)
    expect(clock.monotonic()).toBeLessThan(8 * 60_000)
    expect(metrics['calling']?.scored).toBe(20)
    expect(callCount).toBeLessThan(1000)
    expect(stopped?.cause).toBe('rate_limit')
    expect(stopped?.reason).toMatch(/so the run was stopped: Too many\. For \d minutes the server answered no request and named no wait/)
  })

  it('is waited for where it names a time', async () => {
    const clock = virtualClock()
    const open = 20 * 60_000
    const adapter = scriptedAdapter(() => (clock.monotonic() < open ? Promise.reject(refusal(60_000)) : Promise.resolve(replyOf('1'))))
    const evaluation = evaluate({
      data: samples(5),
      metrics: [callingMetric(adapter)],
      clock,
      maxRetries: 100,
    }).result()
    await clock.pass(2 * open)
    expect(await evaluation).toMatchObject({ metrics: { calling: { scored: 5 } } })
  })
})

describe('an abort', () => {
  it('returns every score that was computed, marks the open ones, begins no more and leaves no listener', async () => {
    const stop = new AbortController()
    const started = Promise.withResolvers<void>()
    let calls = 0
    const adapter = scriptedAdapter(() => {
      calls += 1
      if (calls <= 4) return Promise.resolve(replyOf('1'))
      if (calls === 8) started.resolve()
      return new Promise(() => undefined)
    })
    const evaluation = evaluate({
      data: samples(10_000),
      metrics: [callingMetric(adapter), always(1)],
      concurrency: 12,
      signal: stop.signal,
    })
    const reading = rowsOf(evaluation)
    await started.promise
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    stop.abort()
    const rows = await reading
    const { stopped, metrics } = await evaluation.result()
    expect(stopped?.cause).toBe('aborted')
    expect(rows.length).toBeLessThan(40)
    expect(rows.every(({ result }) => result.scores['toy']?.value === 1)).toBe(true)
    expect(metrics['calling']?.scored).toBe(4)
    expect(metrics['calling']?.causes).toEqual({ aborted: rows.length - 4 })
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })

  it('waits a second for what does not hear it, and then gives it up', async () => {
    const stop = new AbortController()
    const clock = virtualClock()
    const deaf = Promise.withResolvers<ReturnType<typeof valueOf>>()
    const evaluation = evaluate({
      data: samples(9),
      metrics: [scriptedMetric(({ id }) => (id === 'row-1' ? Promise.resolve(valueOf(1)) : deaf.promise))],
      concurrency: 1,
      signal: stop.signal,
      clock,
    }).result()
    await turn()
    stop.abort()
    await clock.pass(1000)
    const { metrics, stopped } = await evaluation
    deaf.resolve(valueOf(1))
    await turn()
    expect(stopped?.cause).toBe('aborted')
    expect(metrics['toy']).toMatchObject({ scored: 1, causes: { aborted: 1 } })
    expect(clock.sleepers()).toBe(0)
  })

  it('from inside the source ends it as any other', async () => {
    const stop = new AbortController()
    const data = function* (): Generator<Sample> {
      yield {}
      stop.abort()
      yield {}
    }
    expect((await evaluate({ data: data(), metrics: [always(1)], signal: stop.signal }).result()).stopped?.cause).toBe('aborted')
  })

  it('that came before the run scores nothing', async () => {
    const evaluation = evaluate({ data: samples(3), metrics: [always(1)], signal: AbortSignal.abort() })
    expect(await rowsOf(evaluation)).toEqual([])
    expect((await evaluation.result()).stopped?.cause).toBe('aborted')
  })

  it('ends a run whose source is silent', async () => {
    const stop = new AbortController()
    const silent = streamed(samples(1), () => new Promise(() => undefined))
    const evaluation = evaluate({ data: silent, metrics: [always(1)], signal: stop.signal })
    const batches = evaluation.batches()
    expect((await batches.next()).value).toHaveLength(1)
    const rest = batches.next()
    stop.abort()
    expect(await rest).toEqual({ done: true, value: undefined })
  })

  it('of a thousand calls at once warns of no leak', async () => {
    const warnings: string[] = []
    const onWarning = (warning: Error): void => void warnings.push(warning.name)
    process.on('warning', onWarning)
    const adapter = scriptedAdapter(() => turn().then(() => replyOf('1')))
    const { signal } = new AbortController()
    await evaluate({ data: samples(1000), metrics: [callingMetric(adapter)], concurrency: 200, signal }).result()
    await turn()
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })
})

import {
  type AnyMetric,
  type LLMCall,
  meterRuntime,
  directRuntime,
  type Runtime,
  scored,
  type Score,
  unscored,
  unscoredBy,
} from '@assay/core'
import { describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, scriptedMetric, valueOf } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'

/** A judged metric whose n-th score of a row is the n-th of a list. */
function drawing(scores: readonly (number | null)[], options: Partial<AnyMetric> = {}): AnyMetric {
  let next = 0
  return scriptedMetric(
    () => {
      const value = scores[next % scores.length] ?? null
      next += 1
      return Promise.resolve(
        value === null ? unscored({ signature: 'toy|v1', cause: 'refused', reason: 'It would not say.' }) : valueOf(value),
      )
    },
    { kind: 'llm', ...options },
  )
}

async function firstScore(metric: AnyMetric, o: { repeat: number; allowPartial?: boolean }): Promise<Score | undefined> {
  for await (const { result } of evaluate({ data: [{ userInput: '1' }], metrics: [metric], ...o })) return result.scores['toy']
  return undefined
}

describe('a repeated score', () => {
  it('is the mean of its repeats and holds each of them', async () => {
    const score = await firstScore(drawing([1, 0.5, 0]), { repeat: 3 })
    expect(score).toMatchObject({ status: 'scored', value: 0.5, reason: 'Mean of 3 repeats from 0 to 1. scripted' })
    expect(score?.status === 'scored' && score.repeats?.map(({ value }) => value)).toEqual([1, 0.5, 0])
  })

  it('of one value is that value, to the last bit', async () => {
    for (const value of [0.7, 0.1, 1 / 3, 0.8]) expect(await firstScore(drawing([value]), { repeat: 3 })).toMatchObject({ value })
  })

  it('is unscored with an unscored repeat, and stands on the scored ones only where that is allowed', async () => {
    expect(await firstScore(drawing([1, null, 0]), { repeat: 3 })).toMatchObject({
      status: 'unscored',
      cause: 'refused',
      reason: '1 of 3 repeats are unscored: It would not say.',
    })
    expect(await firstScore(drawing([1, null, 0.5]), { repeat: 3, allowPartial: true })).toMatchObject({ status: 'scored', value: 0.75 })
    expect(await firstScore(drawing([null]), { repeat: 3, allowPartial: true })).toMatchObject({
      status: 'unscored',
      reason: 'It would not say.',
    })
  })

  it('is made of what rests on a model alone: rules give the same again', async () => {
    for (const options of [{ kind: 'id' }, { kind: 'llm', evidence: 'screen' }] as const) {
      expect(await firstScore(drawing([0.25, 1], options), { repeat: 3 })).not.toHaveProperty('repeats')
    }
    expect(await firstScore(drawing([0.25, 0.75], { kind: 'composite', evidence: 'judge' }), { repeat: 2 })).toMatchObject({ value: 0.5 })
  })

  it('has its spread within rows beside the spread between rows', async () => {
    const metric = drawing([1, 0, 0.5, 0.5])
    const { metrics } = await evaluate({ data: [{}, {}], metrics: [metric], repeat: 2, concurrency: 1 }).result()
    // Within: variances (n − 1) of {1, 0} and {0.5, 0.5} are 0.5 and 0. Between: both rows are 0.5.
    expect(metrics['toy']).toMatchObject({ mean: 0.5, stddev: 0, repeatStddev: Math.sqrt(0.25) })
    const once = await evaluate({ data: [{}], metrics: [drawing([1])] }).result()
    expect(once.metrics['toy']?.repeatStddev).toBeNull()
  })

  it('sums the usage of all', async () => {
    const adapter = scriptedAdapter(() => Promise.resolve(replyOf('1')))
    const { usage } = await evaluate({ data: [{ userInput: 'q' }], metrics: [callingMetric(adapter)], repeat: 3 }).result()
    expect(usage).toMatchObject({ calls: 3, inputTokens: 30 })
  })

  it('makes new calls, each with its own seed if the user set one', async () => {
    const calls: LLMCall[] = []
    const plain = scriptedAdapter((call) => {
      calls.push(call)
      return Promise.resolve(replyOf('1'))
    })
    const seeded = { ...plain, fingerprint: { ...plain.fingerprint, seed: 7 } }
    await evaluate({ data: [{ userInput: 'q' }], metrics: [callingMetric(seeded)], repeat: 3, concurrency: 1 }).result()
    expect(new Set(calls.map(({ seed }) => seed))).toEqual(new Set([undefined, 7 + 65_536, 7 + 131_072]))
  })

  it('numbers its draws apart from those a metric numbers itself', async () => {
    const draws: (number | undefined)[] = []
    const inner: Runtime = {
      generate: (_adapter, _call, { read, draw }) => {
        draws.push(draw)
        const reply = replyOf('1')
        return Promise.resolve({ value: read(reply), reply, attempts: 1, latencyMs: 1, stored: false })
      },
      embed: () => Promise.reject(new Error('not asked')),
    }
    const adapter = scriptedAdapter(() => Promise.reject(new Error('not asked')))
    const voting = scriptedMetric(
      async (_sample, runtime = directRuntime()) => {
        const metered = meterRuntime(runtime)
        try {
          for (const draw of [0, 1, 2]) await metered.generate(adapter, { messages: [] }, { read: () => 1, draw })
          return scored({ signature: 'toy|v1', value: 1, reason: 'voted', detail: {}, usage: metered.usage() })
        } catch (error) {
          return unscoredBy(error, { signature: 'toy|v1' })
        }
      },
      { kind: 'llm' },
    )
    await evaluate({ data: [{}], metrics: [voting], repeat: 2, runtime: inner }).result()
    expect(draws.map((draw) => draw ?? 0).sort((a, b) => a - b)).toEqual([0, 1, 2, 65_536, 65_537, 65_538])
  })
})

import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { evaluate } from '../evaluate.ts'

const metric = scriptedMetric(() => Promise.resolve(valueOf(1)))

async function* streamed<T>(samples: readonly T[]): AsyncGenerator<T> {
  yield* samples
}

describe('a repeated id of samples in code', () => {
  it.each([
    ['short', 'q1'],
    ['long', 'q'.repeat(1000)],
  ])('ends the run, naming both rows: %s', async (_what, id) => {
    const samples = [{ id }, { id: 'other' }, {}, { id }]
    for (const data of [samples, streamed(samples)]) {
      const evaluation = evaluate({ data, metrics: [metric] })
      const ids = []
      for await (const { result } of evaluation) ids.push(result.id)
      const { stopped } = await evaluation.result()
      expect(stopped?.cause).toBe('data')
      expect(stopped?.reason).toMatch(/^Rows 1 and 4 have the same id, "q/)
      expect(stopped?.reason.length).toBeLessThan(200)
    }
  })

  it('may be one that we would give to a row without', async () => {
    for (const data of [
      [{ id: 'row-2' }, {}],
      [{}, { id: 'row-9' }],
    ]) {
      const { stopped } = await evaluate({ data, metrics: [metric] }).result()
      expect(stopped).toMatchObject({ cause: 'data', reason: expect.stringContaining('Give every sample an id, or none.') })
    }
  })

  it('is none where ids differ in case or white space, or all are absent', async () => {
    for (const data of [
      [{ id: 'a' }, { id: 'A' }, { id: 'a ' }],
      [{}, {}, { id: null as never }],
    ])
      expect((await evaluate({ data, metrics: [metric] }).result()).stopped).toBeUndefined()
  })
})

describe('options of evaluate in plain JavaScript', () => {
  const options = (given: object) => given as Parameters<typeof evaluate>[0]

  it.each<[object, string]>([
    [{ metrics: [metric], dta: [] }, 'evaluate() has no option "dta". Did you mean data?'],
    [{ data: [], metrics: [metric], concurency: 2 }, 'evaluate() has no option "concurency". Did you mean concurrency?'],
    [{ data: [], metrics: [metric], judgeModel: 'x' }, 'evaluate() has no option "judgeModel". There are data, metrics, '],
    [{ metrics: [metric] }, 'evaluate() was given no data.'],
    [{ data: [] }, 'evaluate() was given no metrics.'],
  ])('%# are refused by name', (given, message) => {
    expect(() => evaluate(options(given))).toThrow(message)
    expect(() => evaluate(options(given))).toThrow(expect.objectContaining({ kind: 'config' }))
  })

  it('that are undefined are absent', async () => {
    expect((await evaluate({ data: [{}], metrics: [metric], repeat: undefined }).result()).stopped).toBeUndefined()
  })
})

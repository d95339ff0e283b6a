import { noUsage, type Score, scored, unknownUsage, unscored } from '@assay/core'
import { type EvaluatedRow, inputHash } from '@assay/runner'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishedRun } from '../__fixtures__/sample-run.ts'
import { rowSample } from '../figures/row-sample.ts'
import { createRowJson } from './row-json.ts'

const plain = scored({ signature: 's|v1', value: 0.5, reason: 'why', detail: { hits: 1 } })
const where = { id: 'a', userInput: 'Where?', reference: 'There.' }
const rowWith = (scores: Record<string, Score>): EvaluatedRow => ({ result: { id: 'a', idGiven: true, index: 0, scores }, sample: where })
/** The same by the plain way: the hash stands before the cluster and the scores. */
const plainly = ({ result: { id, idGiven, index, ...rest }, sample }: EvaluatedRow): string =>
  JSON.stringify({ id, idGiven, index, inputHash: inputHash(sample), ...rest, sample: rowSample(sample) })

describe('the JSON of a row', () => {
  it('is what JSON.stringify gives, for every row of a run', async () => {
    const { rows } = await finishedRun()
    const rowJson = createRowJson()
    for (const row of rows) expect(rowJson(row)).toBe(plainly(row))
  })

  it.each<[string, Score]>([
    ['a plain score', plain],
    ['a range', scored<unknown>({ signature: 's|v1', value: 0.5, reason: 'why', detail: null, range: [0, 1] })],
    ['usage', { ...plain, usage: unknownUsage() }],
    ['another usage of nothing', { ...plain, usage: { ...noUsage, calls: 1 } }],
    ['a verdict', { ...plain, passed: true }],
    ['repeats', { ...plain, repeats: [plain] }],
    ['a detail that is missing', { ...plain, detail: undefined }],
    ['no score', unscored({ signature: 's|v1', cause: 'refused', reason: 'why' })],
    ['an error', unscored({ signature: 's|v1', cause: 'auth', reason: 'why', error: { kind: 'auth', message: 'no', isRetryable: false } })],
    ['values at the ends', { ...plain, value: -0 }],
    ['a small value', { ...plain, value: 1e-9 }],
  ])('loses nothing of %s', (_what, score) => {
    const row = { sample: where, result: { id: 'a', idGiven: true, index: 0, cluster: 'k', scores: { one: score, two: plain } } }
    expect(createRowJson()(row)).toBe(plainly(row))
  })

  it('says how the row fared under its checks, where it had any', () => {
    const row = { sample: where, result: { id: 'a', idGiven: true, index: 0, scores: { plain }, gate: { value: 0.5, passed: false } } }
    expect(createRowJson()(row)).toBe(plainly(row))
  })

  it('a detail that JSON cannot hold leaves that score unscored, and the others as they are', () => {
    const row = JSON.parse(createRowJson()(rowWith({ big: { ...plain, detail: { n: 1n } }, plain })))
    expect(row.scores.big).toMatchObject({ status: 'unscored', value: null, cause: 'config', reason: expect.stringContaining('BigInt') })
    expect(row.scores.plain).toEqual(plain)
  })

  it('holds any text exactly', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, fc.jsonValue(), (id, name, reason, detail) => {
        const { result } = rowWith(Object.fromEntries([[name, { ...plain, reason, detail }]]))
        const row = { sample: where, result: { ...result, id } }
        expect(createRowJson()(row)).toBe(plainly(row))
      }),
    )
  })
})

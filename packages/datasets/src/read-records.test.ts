import { AssayError, type Sample } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { type DataRow, type RawRecord, readRecords, type RowsOptions } from './index.ts'

async function samplesOf(records: Iterable<RawRecord> | AsyncIterable<RawRecord>, options?: RowsOptions): Promise<DataRow['sample'][]> {
  const samples: DataRow['sample'][] = []
  for await (const batch of readRecords(records, options)) samples.push(...batch.map(({ sample }) => sample))
  return samples
}

async function* slowly(records: Iterable<RawRecord>): AsyncGenerator<RawRecord> {
  for (const record of records) yield await Promise.resolve(record)
}

describe('rows of a program', () => {
  it('are samples already, or have columns that are recognised or mapped', async () => {
    const sample: Sample = { id: 'x', reference: 'r', retrievedContextIds: ['a', 1, 9007199254740993n] }
    const raw = { question: 'q', pred: { docs: [{ text: 'd' }] } }
    const columns = { retrieved_contexts: '$.pred.docs[*].text' }
    expect(await samplesOf([sample])).toEqual([{ id: 'x', reference: 'r', retrievedContextIds: ['a', '1', '9007199254740993'] }])
    expect(await samplesOf(slowly([raw]), { columns })).toEqual([{ id: 'row-1', userInput: 'q', retrievedContexts: ['d'] }])
  })

  it('that break a rule are named by their number', async () => {
    const refused = samplesOf([{ id: 'a' }, { id: 'b', contexts: 'one' }])
    await expect(refused).rejects.toThrow('the given rows, row 2, column "contexts", field retrievedContexts: found the text "one"')
    await expect(samplesOf([{ id: 'a' }, {}, { id: 'a' }])).rejects.toThrow(
      'the given rows, row 3, field id: the id "a" was already given at the given rows, row 1.',
    )
    await expect(samplesOf([])).rejects.toThrow('the given rows: it holds no rows.')
    await expect(samplesOf([{ a: 1 }], { needs: ['reference'] })).rejects.toThrow('no row has reference, which is needed.')
  })

  it('are read one batch at a time, up to the limit', async () => {
    let made = 0
    function* endless(): Generator<RawRecord> {
      for (;;) {
        made += 1
        yield { reference: `r${made}` }
      }
    }
    expect(await samplesOf(endless(), { limit: 300 })).toHaveLength(300)
    expect(made).toBe(512)
  })

  it('with a wrong option are refused at once', () => {
    expect(() => readRecords([], { columns: { referense: 'x' } })).toThrow(AssayError)
    expect(() => readRecords([], { limit: -1 })).toThrow('limit is -1')
  })
})

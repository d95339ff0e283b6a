import { describe, expect, it } from 'vitest'
import type { Metric } from './metric.ts'
import { hasFields, missingFields, type Sample } from './sample.ts'
import { scored } from './score.ts'
import { scoreRow, scoreRowNow } from './score-row.ts'

const metric: Metric<'reference' | 'retrievedContexts', { contexts: number }> = {
  specificationVersion: 'v1',
  name: 'count',
  version: '1',
  kind: 'non-llm',
  direction: 'maximize',
  needs: ['reference', 'retrievedContexts'],
  signature: 'count|v1',
  config: null,
  score: async ({ retrievedContexts }) =>
    scored({ signature: 'count|v1', value: 1, reason: 'r', detail: { contexts: retrievedContexts.length } }),
}

describe('scoring any row', () => {
  it('a row with its fields is scored by the metric', async () => {
    expect(await scoreRow(metric, { reference: 'r', retrievedContexts: ['c'] })).toMatchObject({
      status: 'scored',
      detail: { contexts: 1 },
    })
  })

  it('empty texts and lists are present', async () => {
    expect(await scoreRow(metric, { reference: '', retrievedContexts: [] })).toMatchObject({ status: 'scored' })
  })

  it('the message on a record that is no sample says how to convert it', async () => {
    const reasonOf = async (record: object): Promise<string> => (await scoreRow(metric, record)).reason
    expect(await reasonOf({ user_input: 'q', reference: 'r', retrieved_contexts: ['c'] })).toBe(
      'count reads reference and retrievedContexts; this row has no retrievedContexts. It has retrieved_contexts, as records are named in files: give it through readRecords([…]), which makes samples of them.',
    )
    expect(await reasonOf({ question: 'q', ground_truth: 'r', contexts: ['c'] })).toContain('It has ground_truth and contexts, as')
    expect(await reasonOf({ reference: 'r', context: 'c' })).toContain('Map a column to it')
  })

  it('a row without them is unscored, and the reason names them', async () => {
    const withNull: unknown = { reference: 'r', retrievedContexts: null }
    const rows: readonly Sample[] = [{ reference: 'r' }, { reference: 'r', retrievedContexts: undefined }, withNull as Sample]
    for (const row of rows) {
      expect(await scoreRow(metric, row)).toEqual({
        status: 'unscored',
        value: null,
        cause: 'missing_field',
        reason:
          'count reads reference and retrievedContexts; this row has no retrievedContexts. Map a column to it, or leave the metric out.',
        signature: 'count|v1',
        usage: { calls: 0, inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
      })
    }
  })

  it('contexts that are documents reach the metric as their texts, and the given sample is unchanged', async () => {
    const seen: Sample[] = []
    const watching: typeof metric = { ...metric, score: (sample, runtime) => (seen.push(sample), metric.score(sample, runtime)) }
    const given = { reference: 'r', retrievedContexts: ['a', { pageContent: 'b' }], referenceContexts: [{ text: 'c' }] }
    expect(await scoreRow(watching, given)).toMatchObject({ status: 'scored', detail: { contexts: 2 } })
    expect(seen).toEqual([{ reference: 'r', retrievedContexts: ['a', 'b'], referenceContexts: ['c'] }])
    expect(given.retrievedContexts[1]).toEqual({ pageContent: 'b' })
  })

  it.each([
    [
      { id: 'q', reference: 'r', retrievedContexts: ['a', { title: 'b' }] },
      'Row "q": retrievedContexts[1] is an object that holds "title" where a context is due',
    ],
    [{ reference: 'r', retrievedContexts: ['a', 3] }, 'This row: retrievedContexts[1] is the number 3 where a context is due'],
    [{ reference: 'r', retrievedContexts: 'a' }, 'This row: retrievedContexts is one text where a list of texts is due'],
    [{ reference: { text: 'r' }, retrievedContexts: ['a'] }, 'This row: reference is an object that holds "text" where a text is due'],
    [{ reference: 7, retrievedContexts: ['a'] }, 'This row: reference is the number 7 where a text is due'],
  ])('a needed field that holds something else leaves the row unscored as data, whatever the metric does: %j', async (row, message) => {
    const careless: typeof metric = { ...metric, score: () => Promise.reject(new TypeError('no text')) }
    const given: unknown = row
    expect(await scoreRow(careless, given as Sample)).toMatchObject({
      cause: 'data',
      reason: expect.stringContaining(message),
      error: { kind: 'data' },
    })
  })

  it('a field that the metric does not need may hold anything', async () => {
    const row: unknown = { reference: 'r', retrievedContexts: ['a'], response: { text: 'x' }, referenceContexts: 3, metadata: 'm' }
    expect(await scoreRow(metric, row as Sample)).toMatchObject({ status: 'scored' })
  })

  it('missing fields are named in the order of needs', () => {
    expect(missingFields({}, metric.needs)).toEqual(['reference', 'retrievedContexts'])
    expect(hasFields({}, [])).toBe(true)
  })

  it('a synchronous metric gives the same score', async () => {
    const { score, ...rest } = metric
    const quick: typeof metric = {
      ...rest,
      score,
      scoreNow: () => scored({ signature: 'count|v1', value: 1, reason: 'r', detail: { contexts: 1 } }),
    }
    const rows: readonly Sample[] = [{ reference: 'r', retrievedContexts: ['c'] }, { reference: 'r' }, {}]
    for (const row of rows) expect(scoreRowNow(quick, row)).toEqual(await scoreRow(quick, row))
    expect(scoreRowNow(metric, rows[0] ?? {})).toBeUndefined()
  })
})

import { type Metric, scored } from '@assay/core'
import { expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'

/** A whole metric of one's own: the share of the reference's words that the response repeats. */
function wordsRepeated(): Metric<'reference' | 'response', { missing: string[] }> {
  const signature = 'words_repeated|v1'
  return {
    specificationVersion: 'v1',
    name: 'words_repeated',
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: ['reference', 'response'],
    signature,
    config: { type: 'words-repeated' },
    async score({ reference, response }) {
      const words = reference.split(' ')
      const missing = words.filter((word) => !response.includes(word))
      const value = (words.length - missing.length) / words.length
      return scored({ signature, value, reason: `${missing.length} of ${words.length} words missing`, detail: { missing } })
    },
  }
}

it('a metric of one’s own runs like any other', async () => {
  const evaluation = evaluate({
    data: [
      { id: 'a', reference: 'Paris lies in France', response: 'Paris lies in Texas' },
      { id: 'b', reference: 'Paris', response: 'Paris' },
      { id: 'c', reference: 'Paris' },
    ],
    metrics: [wordsRepeated()],
  })
  const rows = []
  for await (const { result } of evaluation) rows.push(result)

  expect(rows.map(({ id, scores }) => [id, scores['words_repeated']?.value])).toEqual([
    ['a', 0.75],
    ['b', 1],
    ['c', null],
  ])
  expect(rows[0]?.scores['words_repeated']).toMatchObject({ detail: { missing: ['France'] } })
  const { metrics } = await evaluation.result()
  expect(metrics['words_repeated']).toMatchObject({
    mean: 0.875,
    scored: 2,
    unscored: 1,
    causes: { missing_field: 1 },
    bounds: [1.75 / 3, 2.75 / 3],
  })
})

import { expect, it } from 'vitest'
import { scriptedMetric, valueOf } from './__fixtures__/scripted.ts'
import { evaluate } from './evaluate.ts'

const metric = scriptedMetric(() => Promise.resolve(valueOf(1, 'a|v1')), { name: 'a', signature: 'a|v1' })
const rubric = { name: 'llm-rubric', reason: 'Assay does not check it.', place: 'x.yaml:3' }

it('what is skipped stands in its row, and the summary counts each kind once', async () => {
  const evaluation = evaluate({
    data: [{ id: '1' }, { id: '2' }, { id: '3' }],
    metrics: ({ id }) => ({
      checks: [{ metric }],
      ...(id === '3' ? {} : { skipped: [rubric, { name: 'cost', reason: `Not of row ${id}.` }] }),
    }),
  })
  const rows = []
  for await (const { result } of evaluation) rows.push(result.skipped)
  expect(rows).toEqual([
    [rubric, { name: 'cost', reason: 'Not of row 1.' }],
    [rubric, { name: 'cost', reason: 'Not of row 2.' }],
    undefined,
  ])
  expect((await evaluation.result()).skipped).toEqual({
    count: 4,
    kinds: [
      { ...rubric, count: 2 },
      { name: 'cost', reason: 'Not of row 1.', count: 1 },
      { name: 'cost', reason: 'Not of row 2.', count: 1 },
    ],
  })
})

it('a row of which nothing can be checked is a row all the same, among others and alone', async () => {
  for (const data of [[{ id: '1' }], [{ id: '1' }, { id: '2' }, { id: '3' }]]) {
    const evaluation = evaluate({ data, metrics: ({ id }) => ({ checks: id === '2' ? [{ metric }] : [], skipped: [rubric] }) })
    const ids = []
    for await (const { result } of evaluation) ids.push(result.id)
    expect(ids).toEqual(data.map(({ id }) => id))
    expect((await evaluation.result()).skipped?.count).toBe(data.length)
  }
})

it('kinds are at most a hundred, however many reasons rows give', async () => {
  const data = Array.from({ length: 300 }, (_, at) => ({ id: String(at) }))
  const evaluation = evaluate({ data, metrics: ({ id }) => ({ checks: [{ metric }], skipped: [{ name: 'x', reason: id }] }) })
  const { skipped } = await evaluation.result()
  expect([skipped?.count, skipped?.kinds.length]).toEqual([300, 100])
})

it('a run that skips nothing says nothing of it', async () => {
  expect(await evaluate({ data: [{}], metrics: [metric] }).result()).not.toHaveProperty('skipped')
})

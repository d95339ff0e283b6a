import { lexicalScreen } from '@assay/judge/lexical-screen'
import { expect, test } from 'vitest'
import { readDevSources } from './dev-sources.ts'
import { measureFront } from './measure-front.ts'

test('counts what is settled, and what of it people call supported', async () => {
  const context = 'The town of Brenn lies on the river Orle, and its mills were built in 1904.'
  const rows = [
    { id: '1', statement: 'Several committees approved the yearly budgets.', contexts: [context], label: 0 as const },
    { id: '2', statement: 'Several committees approved the yearly budgets.', contexts: [context], label: 1 as const },
    { id: '3', statement: 'Brenn lies on the Orle.', contexts: [context], label: 1 as const },
  ]
  expect(await measureFront(lexicalScreen().cautious, [{ name: 'made', rows }])).toEqual([{ name: 'made', rows: 3, settled: 2, wrong: 1 }])
})

test('what a cascade settles without a judge is right on the four development files', async () => {
  const measured = await measureFront(lexicalScreen().cautious, readDevSources())
  const settled = measured.reduce((sum, source) => sum + source.settled, 0)
  expect(settled).toBeGreaterThan(40)
  expect(measured.map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0])
}, 60_000)

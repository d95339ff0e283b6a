import { lexicalScreen } from '@assay/judge/lexical-screen'
import { expect, test } from 'vitest'
import { timeScreen } from './time-screen.ts'

test('each source is timed on all of its rows', async () => {
  const row = { id: 'a', statement: 'The tower is tall.', contexts: ['The tower stands.', 'It is tall.'], label: 1 as const }
  const [time, ...others] = await timeScreen(lexicalScreen(), [{ name: 'one', rows: [row, { ...row, contexts: [] }] }])
  expect(others).toEqual([])
  expect(time).toMatchObject({ name: 'one', contextKb: 0.014 })
  expect(time?.pairMs).toBeGreaterThan(0)
})

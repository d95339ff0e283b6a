import { expect, it } from 'vitest'
import { counted, shownCount, shownNumber, shownTime } from './shown-number.ts'

it('only 1 is shown as 1.000 and only 0 as 0.000', () => {
  expect([0, 1e-9, 0.0005, 0.5, 2 / 3, 0.9995, 1 - 2 ** -53, 1].map(shownNumber)).toEqual([
    '0.000',
    '0.001',
    '0.001',
    '0.500',
    '0.667',
    '0.999',
    '0.999',
    '1.000',
  ])
})

it('counts are grouped by thousands', () => {
  expect([0, 999, 1000, 1_234_567].map(shownCount)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect([counted(1, 'row'), counted(0, 'row'), counted(1000, 'row')]).toEqual(['1 row', '0 rows', '1,000 rows'])
})

it('a time is shown for people, and what is none as it is', () => {
  expect(['2026-11-28T07:04:23.120Z', '2026-11-28T07:04:23Z', 'yesterday'].map(shownTime)).toEqual([
    '2026-11-28 07:04:23 UTC',
    '2026-11-28 07:04:23 UTC',
    'yesterday',
  ])
})

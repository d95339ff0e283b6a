import { describe, expect, test } from 'vitest'
import { uncovered } from './uncovered.ts'

const of = (reference: string, ...claims: string[]) =>
  uncovered(
    reference,
    claims.map((text, index) => ({ id: `c${index + 1}`, text })),
  )

test('a sentence that shares only small words with every claim is uncovered', () => {
  expect(of('The bridge is old. The river is wide.', 'The bridge is old.').sentences).toEqual(['The river is wide.'])
})

test('a sentence of small words alone is compared by those', () => {
  expect(of('It is red.', 'The car is red.').sentences).toEqual([])
  expect(of('It is red.', 'Cars drive.').sentences).toEqual(['It is red.'])
})

test('Japanese and Chinese are compared word by word', () => {
  expect(of('橋は古い。川は広い。', '橋が古い。').sentences).toEqual(['川は広い。'])
})

describe('numbers', () => {
  test('in no claim are listed once, as they are written', () => {
    expect(of('In 1904 it took 3.5 years; 1904 again.', 'It took years.').numbers).toEqual(['1904', '3.5'])
  })

  test('are one number however grouped or in which digits', () => {
    expect(of('1,000 and １９０４', '1000 in 1904').numbers).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { bars } from './bars.ts'

it('a histogram grows with its counts; one row among thousands still shows', () => {
  expect(bars([0, 1, 0, 0, 0, 500, 0, 0, 0, 1000], true)).toBe(' ▁   ▄   █')
  expect(bars([0, 1, 0, 0, 0, 500, 0, 0, 0, 1000], false)).toBe(' .   =   @')
})

it('a histogram of nothing is blank', () => {
  expect(bars([0, 0, 0], true)).toBe('   ')
})

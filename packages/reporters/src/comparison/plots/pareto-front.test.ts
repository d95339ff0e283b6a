import { expect, it } from 'vitest'
import { paretoFront } from './pareto-front.ts'

const offers = [
  { quality: 0.9, price: 10 },
  { quality: 0.8, price: 2 },
  { quality: 0.7, price: 5 },
  { quality: 0.95, price: 30 },
  { quality: 0.8, price: 2 },
  { quality: 0.9, price: 11 },
]

it('holds what no other offer beats, equal ones too, the cheapest first', () => {
  expect(paretoFront(offers, 'maximize')).toEqual([1, 4, 0, 3])
  expect(paretoFront(offers, 'minimize')).toEqual([1, 4, 2])
  expect(paretoFront([], 'maximize')).toEqual([])
})

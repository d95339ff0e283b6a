import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyFilter } from './key-filter.ts'

test('every key that was added may be there', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      const filter = createKeyFilter()
      for (const key of keys) filter.add(key)
      expect(keys.filter((key) => !filter.mayHold(key))).toEqual([])
    }),
  )
})

test('nearly none of 100,000 others is taken for one of 100,000', () => {
  const filter = createKeyFilter()
  const keyOf = (name: string) => hash('sha256', name, 'hex')
  for (let index = 0; index < 100_000; index += 1) filter.add(keyOf(`key ${index}`))
  const mistaken = Array.from({ length: 100_000 }, (_, index) => filter.mayHold(keyOf(`other ${index}`))).filter(Boolean)
  expect(mistaken.length).toBeLessThan(5_000)
})

import { expect, test } from 'vitest'
import { isRecord } from './is-record.ts'

test('a record is an object with fields: no list, no null', () => {
  expect([{}, [], null, 'x', undefined].map(isRecord)).toEqual([true, false, false, false, false])
})

import { expect, test } from 'vitest'
import { freezeJson } from './freeze-json.ts'

test('what is held at any depth cannot be changed any more', () => {
  const frozen = freezeJson({ list: [{ deep: ['x'] }] })
  expect([frozen, frozen.list, frozen.list[0], frozen.list[0]?.deep].map((held) => Object.isFrozen(held))).toEqual([true, true, true, true])
})

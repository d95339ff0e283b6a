import { expect, test } from 'vitest'
import { fixtureFile } from '../harness/__fixtures__/fake-judge.ts'
import { recordedVerdicts } from './recorded-verdicts.ts'

const row = { item: 'i1', judge: 'm', supported: true }

test('verdicts are joined by item; one that could not be read is unscored', () => {
  const file = fixtureFile([
    row,
    { ...row, item: 'i2', supported: null, raw: 'Hm.' },
    { ...row, item: 'i3', supported: false, probability: 0.2 },
  ])
  const { name, verdicts } = recordedVerdicts(file)
  expect(name).toBe('m')
  expect([...verdicts]).toEqual([
    ['i1', { verdict: 1 }],
    ['i2', { verdict: null, cause: 'invalid_reply', reason: 'Hm.' }],
    ['i3', { verdict: 0, probability: 0.2 }],
  ])
})

test('of several judges one is named', () => {
  const file = fixtureFile([row, { ...row, judge: 'n', supported: false }])
  expect(recordedVerdicts(`${file}#n`).verdicts.get('i1')).toEqual({ verdict: 0 })
  expect(() => recordedVerdicts(file)).toThrow('holds several judges. Name one of them')
})

test.each([
  [[{ ...row, supported: 'yes' }], 'line 1: field supported: must be true, false, or null'],
  [[row, { judge: 'm', supported: true }], 'line 2: field item: must be the id of an item'],
  [[row, row], 'line 2: m has a verdict on "i1" already'],
])('what is no verdict is refused with its line', (rows, message) => {
  const file = fixtureFile(rows)
  const read = (): unknown => recordedVerdicts(file)
  expect(read).toThrow(expect.objectContaining({ kind: 'data' }))
  expect(read).toThrow(message)
})

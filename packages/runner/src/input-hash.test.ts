import { expect, it } from 'vitest'
import { inputHash } from './input-hash.ts'

const row = { userInput: 'Où?', reference: 'Là.', referenceContexts: ['a', 'b'], referenceContextIds: ['1', '2'] }

it('is 128 bits in hex, the same on every machine', () => {
  expect(inputHash(row)).toBe('bc7075c4bb0863e89d9c39c89f1fedcc')
  expect(inputHash({})).toBe('ccee0a4d47eaf99b61d5577661d55776')
})

it('does not see what was retrieved, answered or noted', () => {
  const same = { ...row, id: 'x', retrievedContexts: ['c'], retrievedContextIds: ['9'], response: 'r', cluster: 'k', metadata: { a: 1 } }
  expect(inputHash(same)).toBe(inputHash(row))
})

it('sees every asked field, and the border between two texts', () => {
  const others = [
    { ...row, userInput: 'où?' },
    { ...row, reference: undefined },
    { ...row, reference: '' },
    { ...row, referenceContexts: ['ab'] },
    { ...row, referenceContextIds: ['12'] },
    { ...row, userInput: undefined, reference: 'Où?Là.' },
    { ...row, referenceContexts: [], referenceContextIds: ['a', 'b', '1', '2'] },
    { ...row, referenceContexts: undefined },
  ]
  expect(new Set([row, ...others].map(inputHash)).size).toBe(9)
})

it('takes ids as text', () => {
  expect(inputHash({ referenceContextIds: [1, 2n, '3'] })).toBe(inputHash({ referenceContextIds: ['1', '2', '3'] }))
})

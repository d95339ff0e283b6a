import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { inputHash } from './input-hash.ts'

const row = { userInput: 'Où?', reference: 'Là.', referenceContexts: ['a', 'b'], referenceContextIds: ['1', '2'] }

it('is the head of SHA-256 over the input fields as JSON', () => {
  const text = '["Où?","Là.",["a","b"],["1","2"]]'
  expect(inputHash(row)).toBe(createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32))
  expect(inputHash({})).toBe(createHash('sha256').update('[null,null,null,null]').digest('hex').slice(0, 32))
})

it('does not see what was retrieved, answered or noted', () => {
  const same = { ...row, id: 'x', retrievedContexts: ['c'], retrievedContextIds: ['9'], response: 'r', cluster: 'k', metadata: { a: 1 } }
  expect(inputHash(same)).toBe(inputHash(row))
})

it('depends on every input field, and on the border between two texts', () => {
  const others = [
    { ...row, userInput: 'où?' },
    { ...row, reference: undefined },
    { ...row, reference: '' },
    { ...row, referenceContexts: ['ab'] },
    { ...row, referenceContextIds: ['12'] },
  ]
  expect(new Set([row, ...others].map((asked) => inputHash(asked))).size).toBe(6)
})

it('covers the inputs of checks, and is unchanged without them', () => {
  expect(inputHash(row, [])).toBe(inputHash(row))
  expect(new Set([[], ['x'], ['y'], ['x', 'y'], ['y', 'x'], ['xy']].map((asks) => inputHash(row, asks))).size).toBe(6)
})

it('takes ids as text', () => {
  expect(inputHash({ referenceContextIds: [1, 2n, '3'] })).toBe(inputHash({ referenceContextIds: ['1', '2', '3'] }))
})

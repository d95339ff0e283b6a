import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '@assay/core'
import { halvePiece, halvePieces, splitPiece } from './context-piece.ts'

const sentences = fc
  .array(fc.tuple(fc.stringMatching(/^[A-Z][a-zäöü ]{0,30}[.!?]$/), fc.constantFrom(' ', '  ', '\n')), { minLength: 1, maxLength: 30 })
  .map((list) => ` ${list.flat().join('')}`)

test('parts fit, stand where they say, and together leave nothing out', () => {
  fc.assert(
    fc.property(sentences, fc.integer({ min: 5, max: 60 }), (text, room) => {
      const parts = splitPiece({ text, index: 3, offset: 100 }, room) ?? []
      let covered = 100
      for (const part of parts) {
        expect(estimateTokens(part.text)).toBeLessThanOrEqual(room)
        expect(text.slice(part.offset - 100, part.offset - 100 + part.text.length)).toBe(part.text)
        expect(part.offset).toBeLessThanOrEqual(covered)
        expect(part.offset + part.text.length).toBeGreaterThan(covered)
        covered = part.offset + part.text.length
      }
      if (parts.length > 0) expect(covered).toBe(100 + text.length)
    }),
  )
})

test('a part begins with the last sentence of the one before it where there is room', () => {
  const text = 'One of it. Two of it. Three here. Four here.'
  expect(splitPiece({ text, index: 0, offset: 0 }, 9)?.map((part) => part.text)).toEqual([
    'One of it. Two of it. ',
    'Two of it. Three here. ',
    'Three here. Four here.',
  ])
})

test('a sentence that is longer than the room cannot be split', () => {
  expect(splitPiece({ text: 'Short. And one that is much longer than that.', index: 0, offset: 0 }, 5)).toBeUndefined()
})

test('halves leave nothing out and get smaller', () => {
  fc.assert(
    fc.property(sentences, (text) => {
      const halves = halvePiece({ text, index: 0, offset: 0 })
      if (halves === undefined) return
      const [first, second] = halves
      expect(first.offset).toBe(0)
      expect(second.offset).toBeLessThanOrEqual(first.text.length)
      expect(second.offset + second.text.length).toBe(text.length)
      for (const half of halves) expect(half.text.length).toBeLessThan(text.length)
    }),
  )
})

test('a list is halved by its tokens, and neither half is empty', () => {
  const list = ['x'.repeat(300), 'y', 'z'].map((text, index) => ({ text, index, offset: 0 }))
  expect(halvePieces(list).map((half) => half.map(({ index }) => index))).toEqual([[0], [1, 2]])
  expect(halvePieces(list.toReversed()).map((half) => half.length)).toEqual([2, 1])
})

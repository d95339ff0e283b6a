import { codePoints, segmentedWords, splitSentences } from '@assay/text'
import * as fc from 'fast-check'
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

test('a full stop or comma is part of a number between two digits only', () => {
  expect(of('1.,2 .5 and 3., 4,5.6. ٣٫٥', 'None.').numbers).toEqual(['1', '2', '5', '3', '4,5.6', '٣٫٥'])
})

test.each(['a', '1,', '𝟙'])('ten megabytes of %j without a break are compared like any text', (piece) => {
  const long = piece.repeat(10_000_000 / Buffer.byteLength(piece))
  expect(of(`Bridges are old. ${long}`, 'Bridges rust.').sentences).not.toContain('Bridges are old.')
  expect(of('Bridges are old.', long)).toEqual({ sentences: ['Bridges are old.'], numbers: [] })
})

test('what plain words settle, the words of the segmenter would have settled alike', () => {
  const piece = fc.constantFrom(
    'bridge',
    'Bridge',
    'bridges',
    'the',
    'is',
    "bridge's",
    'well-known',
    '橋',
    '\uFEFF',
    '\u0301',
    '.',
    ',',
    ' ',
    ' ',
    '\n',
    'river',
    'x1',
    '1904',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 2 }), (reference, claims) => {
      const spoken = new Set(claims.flatMap((claim) => segmentedWords(claim.normalize('NFKC'))))
      const bare = splitSentences(reference).map((unit) => unit.text)
      const isUncovered = (sentence: string): boolean => {
        const words = segmentedWords(sentence.normalize('NFKC'))
        const content = words.filter((word) => /\p{N}|\p{Script=Han}/u.test(word) || codePoints(word).length >= 4)
        return !(content.length === 0 ? words : content).some((word) => spoken.has(word))
      }
      expect(of(reference, ...claims).sentences).toEqual(bare.filter(isUncovered))
    }),
    { numRuns: 500 },
  )
})

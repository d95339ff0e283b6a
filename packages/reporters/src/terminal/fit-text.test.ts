import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth, fitText, wrapText } from './fit-text.ts'

describe('text in columns', () => {
  it('breaks at spaces, and within a word that is longer than a line', () => {
    expect(wrapText('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
    expect(wrapText('abcdefghij klm', 4)).toEqual(['abcd', 'efgh', 'ij', 'klm'])
    expect(wrapText('', 4)).toEqual([])
  })

  it('is cut with an ellipsis beyond the lines it may take', () => {
    expect(wrapText('one two three four', 7, { maxLines: 2 })).toEqual(['one two', 'three…'])
    expect(fitText('one two three', 9, '...')).toBe('one tw...')
    expect(fitText('just fits', 9)).toBe('just fits')
  })

  it('counts wide characters double and cuts none', () => {
    expect(fitText('漢字漢字', 8)).toBe('漢字漢字')
    expect(fitText('漢字漢字', 7)).toBe('漢字漢…')
    expect(fitText('漢字漢字', 6)).toBe('漢字…')
    expect(wrapText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toEqual(['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'])
  })

  it('does not let marks pile up without end', () => {
    expect(fitText(`e${'\u0301'.repeat(10_000)}x`, 10).length).toBeLessThan(20)
  })

  it('never takes more columns than it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 8, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (text, width, maxLines) => {
          const lines = wrapText(text, width, { maxLines })
          expect(lines.length).toBeLessThanOrEqual(maxLines)
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })

  it('loses nothing but spaces at its breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 8, max: 30 }), (text, width) => {
        expect(wrapText(text, width).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
  })
})

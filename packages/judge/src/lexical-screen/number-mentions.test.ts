import { describe, expect, test } from 'vitest'
import { numberMentions } from './number-mentions.ts'

/** Whether each number of the first text is found in the second. */
function isFound(sought: string, text: string): boolean {
  const held = new Set(numberMentions(text).flatMap(({ readings, implied }) => readings.concat(implied)))
  return numberMentions(sought).every(({ readings }) => readings.some((reading) => held.has(reading)))
}

describe('the same number, written otherwise', () => {
  test.each([
    ['1,000', '1000'],
    ['1 000 (no-break space) is 1\u00a0000', '1 and 0 and 1000'],
    ['two', '2'],
    ['twenty-five', '25'],
    ['two hundred and five', '205'],
    ['nineteen', '19'],
    ['5 %', '5 percent'],
    ['5%', 'five per cent'],
    ['1.5 million', '1,500,000'],
    ['$2bn', '2 billion'],
    ['3k', '3,000'],
    ['three hundred thousand', '300,000'],
    ['10,00,000', '1000000'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['third', '3rd'],
    ['21st', 'twenty-first'],
    ['2010-03-05', 'March 5, 2010'],
    ['5 March 2010', '2010-03-05'],
    ['05/03/2010', '2010-03-05'],
    ['the 1990s', 'in 1994'],
    ['1990', 'the 1990s'],
  ])('%s is found in %s', (sought, text) => {
    expect(isFound(sought, text)).toBe(true)
  })
})

describe('another number', () => {
  test.each([
    ['1,000', '100'],
    ['5%', '5 apples'],
    ['1.5', '15'],
    ['1.5 million', '1.5 billion'],
    ['two hundred', '2 and 100'],
    ['2010-03-05', 'March 6, 2010'],
    ['the 1990s', 'in 1984'],
    ['12', '123'],
    ['1', 'H1N1'],
  ])('%s is not found in %s', (sought, text) => {
    expect(isFound(sought, text)).toBe(false)
  })
})

test('a number keeps the form it was written in', () => {
  const text = 'About $1.5 million, or twenty five per cent, of 1,204 B2B deals on 2010-03-05.'
  expect([...new Set(numberMentions(text).map((mention) => mention.text))]).toEqual([
    '1.5 million',
    'twenty five per cent',
    '1,204',
    '2010-03-05',
  ])
})

test('a number of millions of digits or groups, and what stands behind it, are read', () => {
  for (const long of ['1'.repeat(9_000_000), `1${',111'.repeat(2_000_000)}`, `1${',11'.repeat(1_000_000)}`, `1.${'1'.repeat(9_000_000)}`]) {
    expect(numberMentions(`${long} and 17 %`).at(-1)?.readings).toEqual(['17%'])
  }
})

test('numbers of any length are exact', () => {
  expect(numberMentions('12345678901234567890.5 thousand')[0]?.readings).toEqual(['12345678901234567890500'])
})
